"""One JavaScript text from the modules in page/: what is put together, and what is refused in which words."""

import re

import pytest

from transformer_block.live import bundle


@pytest.fixture
def folder(tmp_path):
    """write(name, text) puts a module into a folder, and the folder itself."""
    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_modules_keep_their_private_names_and_each_comes_once(browser, folder):
    home = folder(
        low='let count = 0;\nexport const next = () => ++count;\n',
        left='import { next } from "./low.js";\nconst own = "left";\nexport async function left() { return own + next(); }\n',
        right='import { next } from "./low.js";\nconst own = "right";\nexport class Right { say() { return own + next(); } }\n',
        top='import { left } from "./left.js";\nimport { Right } from "./right.js";\nexport const say = async () => [await left(), new Right().say()];\n')
    page = browser.new_page()
    page.add_script_tag(content=bundle.script("top.js", "whole", home))
    assert page.evaluate("whole.say()") == ["left1", "right2"]
    assert page.evaluate("[typeof own, typeof next, typeof module0]") == ["undefined"] * 3
    page.close()


@pytest.mark.parametrize(("text", "words"), [
    ('import low from "./low.js";\n', 'import low from "./low.js";'),
    ('import { a as b } from "./low.js";\n', 'import { a as b } from "./low.js";'),
    ("export default 1;\n", "export default 1;"),
    ('export { a };\n', "export { a };"),
])
def test_what_the_modules_do_not_use_is_refused(folder, text, words):
    home = folder(low="export const a = 1;\n", top=text)
    expected = f'bundle: top.js: expected import {{ a, b }} from "./file.js" and export before function, const or class, got: {words}'
    with pytest.raises(ValueError, match=f"^{re.escape(expected)}$"):
        bundle.script("top.js", folder=home)


def test_a_name_that_is_not_exported_is_refused(folder):
    home = folder(low="export const a = 1;\n", top='import { a, b } from "./low.js";\n')
    with pytest.raises(ValueError, match="^bundle: top.js imports b, which low.js does not export.$"):
        bundle.script("top.js", folder=home)


def test_a_circle_is_refused(folder):
    home = folder(one='import { b } from "./two.js";\nexport const a = 1;\n', two='import { a } from "./one.js";\nexport const b = 1;\n')
    with pytest.raises(ValueError, match="^bundle: expected modules that need each other in one direction, got the circle one.js -> two.js -> one.js.$"):
        bundle.script("one.js", folder=home)


def test_every_module_is_used():
    used = bundle.script("static_page.js")
    for path in bundle.PAGE.rglob("*.js"):
        first_line = path.read_text(encoding="utf-8").splitlines()[0]
        assert first_line in used, f"{path.name} is imported by nobody"


def test_comments_that_have_a_line_of_their_own_are_left_out_and_nothing_else():
    text = """/* One,
   over * two lines. */
// Two.
const a = 1;  // stays
  /** Three. */
  const url = "https://example.org", b = `/* stays */`;

const c = a / 2; /* stays */
"""
    assert bundle.without_comments(text) == """const a = 1;  // stays
  const url = "https://example.org", b = `/* stays */`;

const c = a / 2; /* stays */
"""


def test_the_lines_of_a_text_are_not_taken_for_comments():
    # Only a text over several lines could hold such a line: the widths in draws.js are one.
    script = bundle.script("static_page.js")
    for text in re.findall(r"`[^`]*`", script):
        if "\n" in text and "atob" not in text:
            assert bundle.without_comments(text) == text
    widths = re.search(r"atob\(`([^`]*)`", script)[1]
    assert widths in bundle.without_comments(script)
