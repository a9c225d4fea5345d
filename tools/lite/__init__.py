"""Builds the labs that run in the browser: JupyterLite and Pyodide, served by the site itself.

    contents.py        the learner's labs and the live chapters, each under a path that carries its edition
    pyodide_files.py   Pyodide's own files, fetched once and checked
    wheels.py          the other Python packages, and our own as a wheel
    slim.py            leaves out of a wheel what a lab never uses
    lock.py            the one list of packages that the browser may load
    site.py            the JupyterLite build, what is added to its page, and the checks of the result

`make site` runs `python -m tools.lite.contents` and `python -m tools.lite.site`.
"""
