"""What a chapter needs from the notebook around it."""

from IPython.display import display

# MyST-NB's own format for values that prose refers to with {glue:text}`name`. Written here, so that a chapter
# runs wherever IPython does, also in the browser, where MyST-NB is not.
_GLUED = "application/papermill.record/"


def glue(**texts):
    """Hand text made from computed numbers to the prose: `glue(loss=f"{loss:.2f}")`, then {glue:text}`loss`.

    Takes text, not numbers: what is stored is what the reader sees, and what the tests compare.
    """
    for name, text in texts.items():
        if not isinstance(text, str):
            raise TypeError(f'glue: expected text for {name}, got {type(text).__name__}. '
                            f'Say how many digits the reader should see: {name}=f"{{{name}:.2f}}".')
        display({_GLUED + "text/plain": repr(text)}, raw=True,
                metadata={"scrapbook": {"name": name, "mime_prefix": _GLUED}})
