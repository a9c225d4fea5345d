"""Drives a lab's page as a learner would: opens it by its link, runs cells, writes into them, reads what they say."""

import json

_PANEL = "window.jupyterapp.shell.currentWidget"
_IDLE = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
PATIENCE = 120_000  # milliseconds: a busy machine starts Python slowly


class Lab:
    """One notebook in the labs' page of a browser."""

    def __init__(self, page):
        self.page = page

    def opened(self):
        """Wait until the notebook is there and what is written into it is kept; Python may still be on its way."""
        self.page.wait_for_function("document.querySelector('#lab-bar')?.dataset.keeping === ''", timeout=PATIENCE)
        return self

    def ready(self):
        """Wait until Python runs, too, and the page has said so."""
        self.opened()
        self.page.wait_for_function(_IDLE, timeout=PATIENCE)
        self.page.wait_for_function("document.querySelector('#lab-bar .status p').textContent.startsWith('Python is ready')", timeout=PATIENCE)
        return self

    def path(self):
        """Which notebook is open."""
        return self.page.evaluate(f"{_PANEL}.context.path")

    def run_all(self):
        """Run the cells from the top until one raises an error."""
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")

    def cells(self):
        """The code cells: source, number of the run, what they say as text, the formats they show."""
        return self.page.evaluate(f"""() => {_PANEL}.content.widgets.filter(cell => cell.model.type === 'code').map(cell => {{
            const outputs = cell.model.sharedModel.outputs, one = text => [text ?? ''].flat().join('');
            return {{
                source: cell.model.sharedModel.getSource(), step: cell.model.getMetadata('nbgrader')?.grade_id ?? '',
                run: cell.model.executionCount, error: outputs.filter(o => o.output_type === 'error').map(o => o.ename)[0] ?? null,
                said: outputs.map(o => one(o.text) + one(o.data?.['text/plain']) + one(o.traceback?.join?.('\\n'))).join('\\n'),
                formats: outputs.flatMap(o => Object.keys(o.data ?? {{}})),
            }};
        }})""")

    def cell(self, step):
        """The code cell of one step (`softmax`) or of its check (`check-softmax`)."""
        return next(cell for cell in self.cells() if cell["step"] == step)

    def write(self, sources):
        """Write new sources into the cells of steps: step -> source."""
        self.page.evaluate(f"""sources => {_PANEL}.content.widgets.forEach(cell => {{
            const source = sources[cell.model.getMetadata('nbgrader')?.grade_id];
            if (source !== undefined) cell.model.sharedModel.setSource(source);
        }})""", sources)

    def python(self, code):
        """Run code in the lab's Python, outside of its cells, and return what it prints."""
        return self.page.evaluate(f"""async code => {{
            let printed = '';
            const run = {_PANEL}.sessionContext.session.kernel.requestExecute({{ code }});
            run.onIOPub = ({{ header, content }}) => {{
                if (header.msg_type === 'stream') printed += content.text;
                if (header.msg_type === 'error') printed += content.ename + ': ' + content.evalue;
            }};
            await run.done;
            return printed;
        }}""", code)

    def wait_until_kept(self):
        """Wait until the browser has kept a copy of the open notebook."""
        for _ in range(100):
            if self.path() in kept(self.page):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{self.path()} was not kept within 10 s; kept are {kept(self.page)}")


def kept(page):
    """The keys of the labs' store in the page's browser, [] when there is none."""
    return page.evaluate("""() => new Promise(done => {
        const opening = indexedDB.open('transformer-block');
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onerror = () => done([]);
        opening.onsuccess = () => {
            const database = opening.result;
            if (!database.objectStoreNames.contains('files')) { database.close(); return done([]); }
            const keys = database.transaction('files').objectStore('files').getAllKeys();
            keys.onsuccess = () => { database.close(); done(keys.result); };
        };
    })""")


def open_lab(page, address, slug):
    """From the labs' start page, by the link a learner would follow."""
    page.goto(f"{address}/book/labs.html")
    page.locator(f".tb-lab[data-slug={slug}] .tb-lab-open").click()
    return Lab(page)


def open_path(page, address, path):
    """By an address that a learner has kept."""
    page.goto(f"{address}/lite/notebooks/index.html?path={path}")
    return Lab(page)


def diagnoses(lab, slug):
    """What the checks say of every known wrong answer of a lab: [step, number, what was said, the mistake's own words]."""
    return json.loads(lab.python(f"""
import json as _json
from transformer_block.lab import check as _check
from transformer_block.lab.steps import module_of as _module_of
_found = []
for _step in _module_of({slug!r}).STEPS:
    for _number, _mistake in enumerate(_step.mistakes):
        try:
            getattr(_check, _step.name)(_mistake.answer)
            _said = "passed"
        except Exception as _error:
            _said = str(_error)
        _found.append([_step.name, _number, _said, _mistake.says])
print(_json.dumps(_found))
"""))
