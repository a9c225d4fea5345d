"""The course as _toc.yml lists it. Whoever needs to know which chapters there are, and which have a lab, asks here."""

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent


def parts(root=ROOT):
    """The numbered parts in order: their captions, each with the slugs of its chapters."""
    contents = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    return {part["caption"]: [Path(chapter["file"]).name for chapter in part["chapters"]]
            for part in contents["parts"] if part.get("numbered")}


def chapters(root=ROOT):
    """The slugs of all numbered chapters in order; a chapter's place in the list is its number."""
    return [slug for slugs in parts(root).values() for slug in slugs]


def labs(root=ROOT):
    """The slugs of those chapters that have a lab, in order."""
    return [slug for slug in chapters(root) if (root / "labs" / f"{slug}.ipynb").is_file()]
