# Two commands for readers: `make serve` (build the book and read it) and `make test` (run everything).
# `make help` lists the rest. Needs GNU make and Python 3.11 or newer; everything else goes into .venv.

ifneq ($(firstword $(sort 3.81 $(MAKE_VERSION))),3.81)
$(error This Makefile needs GNU make 3.81 or newer, and this is $(MAKE_VERSION). On macOS: brew install make, then gmake)
endif

PYTHON ?= python3
PORT ?= 8000
BIN = .venv/bin
# Where there is no home to write to, Matplotlib and IPython speak up in the first cell of every chapter.
MPLCONFIGDIR ?= $(CURDIR)/.cache/matplotlib
IPYTHONDIR ?= $(CURDIR)/.cache/ipython
export MPLCONFIGDIR IPYTHONDIR

HELPER = $(shell find transformer_block -name '*.py' -o -name '*.js' -o -name '*.css')
BOOK = _config.yml _toc.yml $(shell find book sphinx_ext -type f -not -path '*/.*' -not -name '*.pyc')
NOTEBOOKS = _toc.yml book/references.bib $(wildcard book/*.ipynb labs/*.ipynb)
LAB_TOOLS = tools/learner_labs.py $(wildcard tools/lite/*.*)

.PHONY: help serve site lab test test-quick test-torch train new-chapter tidy lint clean

help:            ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/'

serve: site      ## build the book, serve it, open a browser
	@$(BIN)/python tools/serve.py _build/html --port $(PORT)

site: _build/.site _build/.lite  ## build the book and its labs into _build/html
	@echo "The site is in _build/html (open _build/html/index.html, or run: make serve)"

lab: .venv/.complete  ## write the labs in a local JupyterLab, on your own copies in my_labs
	@$(BIN)/python -m tools.learner_labs --keep my_labs
	@$(BIN)/jupyter lab my_labs

test: .venv/.complete  ## everything: notebooks, maths, pictures, site in a real browser
	@$(BIN)/python tools/suite.py

test-quick: .venv/.complete  ## what needs neither the built site nor a browser
	@$(BIN)/python tools/suite.py --quick

test-torch: .venv/.torch  ## install PyTorch and compute anew what the chapters found with it
	@$(BIN)/python -m pytest --color=no tests/torch

train: .venv/.torch  ## train chapter 13's block anew, about a minute
	@$(BIN)/python -m transformer_block.learned.training

new-chapter: .venv/.complete  ## begin a chapter and its lab: make new-chapter NAME=slug [TITLE="A title"]
	@$(BIN)/python -m tools.new_chapter "$(NAME)" "$(TITLE)"

tidy: .venv/.complete  ## execute every chapter and store its outputs
	@$(BIN)/python tools/tidy.py

lint: .venv/.complete  ## style of the Python code
	@$(BIN)/ruff check .

clean:           ## remove the environment and everything built (downloads stay in .cache)
	rm -rf .venv _build

.venv/.complete: requirements.txt requirements-files.txt pyproject.toml tools/environment.py
	@$(PYTHON) tools/environment.py

.venv/.torch: .venv/.complete requirements-torch.txt
	@echo "Installing requirements-torch.txt (once) ..."
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet --requirement requirements-torch.txt \
		|| { echo "pip could not install PyTorch (its message is above). requirements-torch.txt says how to get the small build."; exit 1; }
	@touch $@

# The notebook cache cannot see that the helper changed, so a change there drops it.
_build/.helper: $(HELPER)
	@mkdir -p _build && rm -rf _build/.jupyter_cache && touch $@

# The learner's labs and the live chapters. Their list changes only when one of them does; the book links to it.
_build/.labs: .venv/.complete $(NOTEBOOKS) $(LAB_TOOLS)
	@$(BIN)/python -m tools.lite.contents
	@touch $@

_build/labs/contents.json: _build/.labs
	@:

_build/.site: .venv/.complete _build/.helper _build/labs/contents.json $(BOOK)
	@$(BIN)/python tools/build.py
	@touch $@

# Python and its packages for the browser, with the helper as it is now. It stands in the book's folder, hence the order.
_build/.lite: .venv/.complete _build/.labs $(HELPER) $(LAB_TOOLS) | _build/.site
	@$(BIN)/python -m tools.lite.site
	@touch $@
