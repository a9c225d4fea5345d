"""Numbers the chapters from 0, as the course does: chapter 0 recalls attention, chapter 1 starts the block.

Sphinx and sphinx-external-toc, which reads _toc.yml, count from 1 and offer no option; we lower what they assigned by one.
"""

from docutils import nodes
from sphinx_external_toc.collectors import TocTreeCollectorWithStyles


def _lowered(number):
    return None if number is None else type(number)([number[0] - 1, *number[1:]])


def count_from_zero(app, config):
    """Wrap the collector's numbering; runs once every extension has set up its own."""
    assign_from_one = TocTreeCollectorWithStyles.assign_section_numbers

    def assign_section_numbers(self, env):
        changed = assign_from_one(self, env)
        for document, numbers in env.toc_secnumbers.items():
            env.toc_secnumbers[document] = {anchor: _lowered(number) for anchor, number in numbers.items()}
            numbered = [node for node in env.tocs[document].findall(nodes.reference) if node.get("secnumber")]
            for node in [*numbered, env.titles[document]]:
                node["secnumber"] = _lowered(node.get("secnumber"))
        return changed

    TocTreeCollectorWithStyles.assign_section_numbers = assign_section_numbers


def setup(app):
    """Wrap the numbering after all other extensions are loaded."""
    app.connect("config-inited", count_from_zero, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
