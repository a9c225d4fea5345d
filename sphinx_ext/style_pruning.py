"""Leaves out of the style sheet what no page of the site can ever use.

The theme brings all of Bootstrap, for pages of any kind. A selector goes when it asks for a tag, class, id or
attribute that stands in no finished page and is named in no script that a page loads; the part in brackets of
`:not(...)` asks for nothing. Then go the rules, fonts, animations and custom properties that nothing refers to.
Browsers answer the same question in tests/site/test_weight.py.
"""

import re
from html.parser import HTMLParser

import tinycss2

# What the live widgets put together from pieces, so that no word in them gives it away.
_OURS = ("tb-", "--tb-", "--live-")
_NAME = re.compile(r"-{0,2}[A-Za-z_][\w-]*")
_GROUPS = {"media", "supports", "layer", "container"}
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
_ANIMATION = re.compile(r"animation(?:-name)?:([^;}]*)")


class Vocabulary:
    """All that selectors may ask for: the tags, attributes, ids and classes of pages, and any name in a script."""

    def __init__(self, pages, scripts):
        """Read the texts of `pages` and of `scripts`."""
        self.words = {"root", "html", "body"}
        for script in scripts:
            self.words.update(_NAME.findall(script))
        reader = _Reader(self.words)
        for page in pages:
            reader.feed(page)
            reader.reset()

    def has(self, name):
        """Whether a page or a script knows this name."""
        return name.startswith(_OURS) or name in self.words


class _Reader(HTMLParser):
    def __init__(self, words):
        super().__init__()
        self._words = words

    def handle_starttag(self, tag, attrs):
        self._words.add(tag)
        for name, value in attrs:
            self._words.add(name)
            if name in ("class", "id"):
                self._words.update((value or "").split())
            elif name == "style" or name.startswith("on"):
                self._words.update(_NAME.findall(value or ""))

    def handle_data(self, data):
        if self.cdata_elem:  # a script or a style of the page's own
            self._words.update(_NAME.findall(data))


def prune(sheet, vocabulary):
    """The text of a style sheet without comments, spare blanks and all that `vocabulary` has no use for."""
    before, text = None, "".join(_rules(_parsed(sheet), vocabulary, None))
    while text != before:  # what is left out may have been the last to refer to a property or an animation
        before = text
        text = "".join(_rules(_parsed(text), vocabulary, _referred_to(text) | vocabulary.words))
    return text


def _referred_to(text):
    """The custom properties and animations that a style sheet refers to."""
    return set(_VARIABLE.findall(text)).union(*map(_NAME.findall, _ANIMATION.findall(text)))


def _parsed(text):
    return tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)


def _rules(rules, vocabulary, needed):
    for rule in rules:
        if rule.type == "qualified-rule":
            kept = [selector for selector in _split(rule.prelude) if _possible(selector, vocabulary)]
            body = _body(rule.content, needed)
            if kept and body:
                yield f"{','.join(map(_text, kept))}{{{body}}}"
        elif rule.type == "at-rule":
            yield _at_rule(rule, vocabulary, needed)
        else:
            raise ValueError(f"the style sheet cannot be read at line {rule.source_line}: {rule.message}")


def _at_rule(rule, vocabulary, needed):
    head = f"@{rule.at_keyword} {_text(rule.prelude)}".rstrip()
    if rule.content is None:  # @charset counts at the very beginning only, and pages say it too
        return "" if rule.lower_at_keyword == "charset" else f"{head};"
    if rule.lower_at_keyword in _GROUPS:
        inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        body = "".join(_rules(inner, vocabulary, needed))
    elif rule.lower_at_keyword == "keyframes" and needed is not None and _text(rule.prelude) not in needed:
        body = ""
    else:
        body = _text(rule.content)
    return f"{head}{{{body}}}" if body else ""


def _body(content, needed):
    """The declarations of a rule; those that cannot be read go, as browsers skip them too."""
    declarations = tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True)
    return ";".join(f"{declaration.name}:{_text(declaration.value) or ' '}{'!important' * declaration.important}"
                    for declaration in declarations if declaration.type == "declaration"
                    and (needed is None or not declaration.name.startswith("--")
                         or declaration.name.startswith(_OURS) or declaration.name in needed))


def _split(tokens):
    """A list of selectors, each a list of tokens."""
    selectors = [[]]
    for token in tokens:
        if token == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    return selectors


def _possible(selector, vocabulary):
    before = None
    for token in selector:
        if token.type == "ident":
            # After one colon or two it is a state or a part of an element, which say nothing about the page.
            if before != ":" and not vocabulary.has(token.value):
                return False
        elif token.type == "hash":
            if not vocabulary.has(token.value):
                return False
        elif token.type == "[] block":
            if not vocabulary.has(next(part.value for part in token.content if part.type == "ident")):
                return False
        elif (token.type == "function" and token.lower_name in ("is", "where", "has")
              and not any(_possible(choice, vocabulary) for choice in _split(token.arguments))):
            return False
        before = token
    return True


def _text(tokens):
    """CSS without comments, with one blank where there were many and none at either end."""
    return tinycss2.serialize(_tidy(tokens)).strip()


def _tidy(tokens):
    tidied = []
    for token in tokens:
        if token.type == "whitespace":
            token.value = " "
            if tidied and tidied[-1].type == "whitespace":
                continue
        elif token.type == "function":
            token.arguments = _tidy(token.arguments)
        elif token.type.endswith("block"):
            token.content = _tidy(token.content)
        if token.type != "comment":
            tidied.append(token)
    return tidied
