"""Puts a chapter's SVG pictures into the page itself, so that they follow it from light to dark.

An SVG behind <img> cannot see the page's colours. `transformer_block.figures` writes colours as CSS variables
and the alternative text as aria-label; both work as soon as the SVG stands in the page.
"""

from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

# A style sheet in a picture holds for the whole page, which the browser then styles anew each time it comes to one.
# Matplotlib's says the same in every picture; course.css says it once.
_STYLE = '<style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style>'


class InlinePictures(SphinxPostTransform):
    """Replaces each image node whose file is one of our pictures by the SVG text."""

    default_priority = 5
    formats = ("html",)

    def run(self, **kwargs):
        """Docutils' entry point."""
        for node in list(self.document.findall(nodes.image)):
            path = Path(self.env.srcdir, node["uri"])
            if path.suffix == ".svg" and path.is_file():
                svg = path.read_text(encoding="utf-8")
                if svg.startswith('<svg class="picture"'):
                    node.replace_self(nodes.raw("", svg.replace(_STYLE, ""), format="html"))


def setup(app):
    """Register the transform."""
    app.add_post_transform(InlinePictures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
