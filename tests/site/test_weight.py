"""What the site leaves out is missed by no page, and no page asks for more than it needs or moves while it loads."""

import gzip
import re
import sys
from urllib.parse import unquote, urlsplit

import pytest

from tests.site.conftest import SITE
from tests.site.test_pages import CHAPTERS, LAPTOP, PAGES, PHONE

sys.path.insert(0, str(SITE.parents[1] / "sphinx_ext"))
from style_pruning import Vocabulary, prune

UNPRUNED = SITE.parent / "site-unpruned.css"
MOST_REQUESTS = 16
MOST_BYTES = 300_000
MOST_STYLE, MOST_SCRIPT = 45_000, 15_000  # the style holds the letters of the formulas, 16 kB
MOST_SHIFT = 0.01  # letters of formulas, and the foot of a page half read, may move by 0.001 or so on a slow machine
# Its live widget is higher than the picture that stands there until live.js has run.
UNSTEADY = {"book/own_widget.html"}

# Each selector of a sheet with where it applies and what it says: {"@media print|a:hover": "color: red"}.
SELECTORS = """(sheet) => {
    const found = {}, within = (rules, where) => {
        for (const rule of rules) {
            if (rule.selectorText) for (const selector of rule.selectorText.split(/,(?![^(]*\\))/))
                found[`${where}|${selector.trim()}`] = (found[`${where}|${selector.trim()}`] ?? '') + rule.style.cssText;
            else if (rule.cssRules && !(rule instanceof CSSKeyframesRule))
                within(rule.cssRules, `${where} ${rule.conditionText ?? rule.name}`);
        }
    };
    within(sheet.cssRules, '');
    return found;
}"""
# Selectors of the whole sheet that the pruned one lacks, and that an element of this page answers to in some state.
MISSED = """async (whole) => {
    const selectors = SELECTORS;
    const link = document.querySelector('link[rel="stylesheet"]');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(whole);
    const kept = selectors(link.sheet), all = selectors(sheet);
    const states = /::?(?!is|where|has|not|root|first-child|last-child|nth|only-child|empty|host)[\\\\w-]+(\\\\([^)]*\\\\))?/g;
    const left_out = Object.keys(all).filter((name) => !(name in kept));
    if (left_out.length < 1000) return ['too little was left out for this test to mean anything'];
    return left_out.filter((name) => {
        const bare = name.slice(name.indexOf('|') + 1).replace(/:not\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)/g, '').replace(states, '')
            .replace(/(^|[\\\\s>+~(])(?=[\\\\s>+~)]|$)/g, '$1*');
        try { return document.querySelector(bare); } catch (unreadable) { return true; }
    });
}""".replace("SELECTORS", SELECTORS).replace("\\\\", "\\")
# What every element looks like; of elements that are styled alike, the first.
LOOKS = """() => {
    const looks = {}, names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));
    const walk = (element, above) => {
        const own = `${element.tagName}#${element.id}.${element.getAttribute('class') ?? ''}`;
        const edge = `${element.previousElementSibling?.tagName}${element.nextElementSibling ? '' : ' last'}`;
        const place = `${above} > ${own} ${edge}`;
        if (looks[place]) return;
        looks[place] = ['', '::before', '::after'].map((part) => {
            const style = getComputedStyle(element, part);
            return part && style.content === 'none' ? '' : names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
        });
        for (const child of element.children) walk(child, place);
    };
    walk(document.body, '');
    return looks;
}"""
COMPARE = f"""async (whole) => {{
    const looks = {LOOKS};
    const link = document.querySelector('link[rel="stylesheet"]');
    const pruned = looks();
    const style = document.createElement('style');
    style.textContent = whole;
    link.after(style);
    link.disabled = true;
    const before = looks();
    link.disabled = false;
    style.remove();
    const differ = Object.keys(before).filter((place) => `${{before[place]}}` !== `${{pruned[place]}}`);
    return differ.slice(0, 5).map((place) => {{
        const one = `${{before[place]}}`.split('; '), other = `${{pruned[place]}}`.split('; ');
        return [place, one.filter((value) => !other.includes(value)), other.filter((value) => !one.includes(value))];
    }});
}}"""
WATCH = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => [entry.value,
    ...entry.sources.map((source) => source.node?.outerHTML?.slice(0, 100) ?? source.node?.textContent)])))
    .observe({ type: 'layout-shift', buffered: true });"""


@pytest.fixture(scope="module")
def whole():
    """The style sheet before anything was left out."""
    return UNPRUNED.read_text(encoding="utf-8")


@pytest.mark.parametrize("page_name", PAGES)
def test_no_page_answers_to_a_rule_that_was_left_out(visit, address, whole, page_name):
    page = visit(f"{address}/{page_name}", viewport=LAPTOP)
    assert page.evaluate(MISSED, whole) == []
    page.set_viewport_size(PHONE)
    open_everything(page)
    assert page.evaluate(MISSED, whole) == []


def open_everything(page):
    """Bring out what a page shows on demand only."""
    page.evaluate("""() => {
        document.querySelectorAll('details').forEach((box) => { box.open = true; });
        document.querySelectorAll('.dropdown-toggle').forEach((button) => button.click());
        document.querySelector('.primary-toggle')?.click();
        document.querySelector('#pst-search-dialog:not([open])')?.showModal();
        document.body.classList.add('scrolled');
    }""")


@pytest.mark.parametrize("page_name", ["book/if_unit.html", "book/labs.html", "search.html", "genindex.html"])
def test_a_page_looks_the_same_by_all_rules(visit, address, whole, page_name):
    page = visit(f"{address}/{page_name}", viewport=LAPTOP, color_scheme="light")
    page.add_style_tag(content="*, ::before, ::after { transition: none !important; animation: none !important; }")
    assert page.evaluate(COMPARE, whole) == [], "light"
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(COMPARE, whole) == [], "dark"
    page.set_viewport_size(PHONE)
    open_everything(page)
    assert page.evaluate(COMPARE, whole) == [], "phone, all open"
    page.emulate_media(media="print")
    assert page.evaluate(COMPARE, whole) == [], "print"


@pytest.mark.parametrize("page_name", PAGES)
def test_a_page_asks_for_little(browser, address, page_name):
    context = browser.new_context(viewport=LAPTOP)  # with an empty cache
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/{page_name}", wait_until="load")
    files = {unquote(urlsplit(url.removeprefix(address)).path).lstrip("/") for url in asked if url.startswith(address)}
    context.close()
    assert len(files) <= MOST_REQUESTS
    weights = {name: len(gzip.compress((SITE / name).read_bytes(), 6)) for name in files}
    assert sum(weights.values()) <= MOST_BYTES
    for kind, most in ((r"site-\w+\.css", MOST_STYLE), (r"site-\w+\.js", MOST_SCRIPT)):
        assert [weight <= most for name, weight in weights.items() if re.search(kind, name)] == [True]
    if page_name != "search.html":
        assert "searchindex.js" not in files


@pytest.mark.parametrize("page_name", PAGES)
def test_no_script_keeps_a_page_waiting(page_name):
    text = (SITE / page_name).read_text(encoding="utf-8")
    assert [tag for tag in re.findall(r"<script\b[^>]*\bsrc=[^>]*>", text) if not re.search("defer|async", tag)] == []
    assert 'rel="preload"' not in text


@pytest.mark.parametrize("page_name", PAGES)
def test_no_style_sheet_makes_a_page_that_is_half_read_be_styled_anew(page_name):
    assert "<style" not in (SITE / page_name).read_text(encoding="utf-8").partition("<body")[2]


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("page_name", [*sorted(set(CHAPTERS) - UNSTEADY), "search.html", "genindex.html"])
def test_nothing_moves_while_a_page_loads(browser, slow_address, page_name, viewport):
    context = browser.new_context(viewport=viewport)
    page = context.new_page()
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 2})
    page.goto(f"{slow_address}/{page_name}", wait_until="load")
    page.wait_for_timeout(300)
    shifts = page.evaluate("shifts")
    context.close()
    assert sum(shift for shift, *_ in shifts) <= MOST_SHIFT, shifts


def test_pruning_keeps_what_a_page_or_a_script_can_ask_for():
    words = Vocabulary(['<p class="seen" data-side="left" style="color: var(--ink)">'], ["menu.classList.add('shown')"])
    sheet = """
        .seen:hover, .unseen { color: red } /* a word on this */
        .shown > p::before { content: "a  b" }
        p:not(.unseen) { color: blue }
        :is(.unseen, .gone) p, p [data-other], #unseen { color: green }
        [data-side="left"] { animation: turn 1s }
        @keyframes turn { to { rotate: 90deg } }
        @keyframes flip { to { rotate: 90deg } }
        @media print { .unseen { color: red } }
        :root { --ink: var(--black); --black: #000; --white: #fff; --grey: var(--white); --tb-note: red }
    """
    assert prune(sheet, words) == (
        '.seen:hover{color:red}.shown > p::before{content:"a  b"}p:not(.unseen){color:blue}'
        '[data-side="left"]{animation:turn 1s}@keyframes turn{to { rotate: 90deg }}'
        ":root{--ink:var(--black);--black:#000;--tb-note:red}")
