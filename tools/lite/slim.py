"""Leaves out of a wheel what a lab never uses, and names the result by its content.

A wheel under the same name with other bytes would be taken from the browser's cache and then refused for its sum; so
the file's name carries a hash of what is in it (as a wheel's build tag, which begins with a digit).
"""

import hashlib
import json
import zipfile
from fnmatch import fnmatch

# Everywhere: tests, types for editors, sources in C, the front ends that the site carries already.
NEVER = ("*/tests/*", "*/test/*", "*.pyi", "*.h", "*.c", "*.pxd", "*.pyx", "*.pxi", "*.a", "*.cmake",
         "*.data/data/*", "*/labextension/*", "*/nbextension/*", "*.png", "*/RECORD", "*/py.typed")
ALSO = {
    "ipython": ("IPython/sphinxext/*",),
    "matplotlib": ("*.afm", "*/pdfcorefonts/*", "*/sample_data/*", "*/mpl-data/images/*", "*/plot_directive/*",
                   "matplotlib/sphinxext/*", "*/web_backend/*", "mpl_toolkits/axes*", "pylab.py",
                   # DejaVu Sans stays, upright, bold and oblique, and its monospaced sister.
                   "*/STIX*.ttf", "*/cm*.ttf", "*/Humor-Sans.ttf", "*/DejaVuSerif*.ttf", "*/DejaVuSans-BoldOblique.ttf",
                   "*/DejaVuSansMono-*.ttf"),
    "numpy": ("numpy/f2py/*", "numpy/random/_examples/*", "numpy/random/lib/*", "numpy/_core/include/*",
              "numpy/_core/lib/*", "numpy/_pyinstaller/*"),
    "pillow": ("PIL/_avif*", "PIL/_webp*", "PIL/_imagingcms*", "PIL/_imagingft*"),
    "pygments": ("pygments/lexers/*", "pygments/formatters/*", "pygments/sphinxext.py", "pygments/cmdline.py"),
    "python-dateutil": ("dateutil/zoneinfo/*.gz",),
}
# Kept all the same: what is imported outside tests; the lexers that IPython's own draws in, and its formatters.
KEPT = {
    "numpy": ("numpy/_core/tests/_natype.py",),
    "pygments": tuple(f"pygments/{name}.py" for name in (
        "lexers/__init__", "lexers/_mapping", "lexers/_css_builtins", "lexers/_lilypond_builtins",
        "lexers/_scheme_builtins", "lexers/css", "lexers/data", "lexers/html", "lexers/javascript", "lexers/jvm",
        "lexers/lilypond", "lexers/lisp", "lexers/markup", "lexers/perl", "lexers/python", "lexers/ruby",
        "lexers/shell", "lexers/special", "formatters/__init__", "formatters/_mapping", "formatters/html",
        "formatters/terminal", "formatters/terminal256", "formatters/other")),
}
FONTS = "matplotlib/fontlist.json"
# A fixed date: the same content gives the same bytes.
DATE = (2020, 1, 1, 0, 0, 0)


def goes(package, name):
    """Whether a file of a package's wheel is left out."""
    if any(fnmatch(name, kept) for kept in KEPT.get(package, ())):
        return False
    return any(fnmatch(name, pattern) for pattern in (*NEVER, *ALSO.get(package, ())))


def content(wheel, package):
    """The files of a wheel that stay: name -> bytes."""
    with zipfile.ZipFile(wheel) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()
                 if not info.is_dir() and not goes(package, info.filename)}
    if FONTS in files:
        files[FONTS] = only_fonts_that_stay(files)
    return files


def only_fonts_that_stay(files):
    """Matplotlib's list of fonts, with DejaVu Sans in place of what was left out.

    Its formulas ask for all of them by name, and use them only for signs that DejaVu Sans lacks.
    """
    fonts = json.loads(files[FONTS])
    for font in fonts["ttflist"]:
        if f"matplotlib/mpl-data/{font['fname']}" not in files:
            font["fname"] = "fonts/ttf/DejaVuSans.ttf"
    fonts["afmlist"] = []
    return json.dumps(fonts, indent=1).encode()


def write(files, folder, package, version, tags):
    """Write name -> bytes as a wheel whose file name carries their hash; returns its path."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name} {hashlib.sha256(files[name]).hexdigest()}\n".encode())
    path = folder / f"{package.replace('-', '_')}-{version}-0{digest.hexdigest()[:10]}-{tags}.whl"
    if path.exists():
        return path
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, DATE), files[name], zipfile.ZIP_DEFLATED, compresslevel=9)
    return path
