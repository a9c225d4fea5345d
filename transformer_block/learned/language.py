"""A small made-up language whose rules a reader sees at once. Chapter 13.

Everything that can be said in it is one of a few thousand sayings, each with an exact probability, so that what a
perfect learner would expect is known: the entropy. Some combinations of words are kept out of the training.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

NAMES = ("ana", "eva", "ida", "mia", "zoe", "ben", "jan", "leo", "max", "tom")  # five of each pronoun
PRONOUNS = ("she", "he")
CITIES = ("paris", "lyon", "rome", "milan", "madrid", "seville", "berlin", "hamburg", "tokyo", "osaka")
LANGUAGES = ("french", "italian", "spanish", "german", "japanese")  # one for every two cities, in their order
COUNTRIES = ("france", "italy", "spain", "germany", "japan")
ANIMALS = ("dog", "cat", "cow", "bird", "goat", "frog")
VERBS = ("sleep", "eat", "wait", "sing", "drink", "run")
BETWEEN = ("near", "behind", "under")
OPPOSITES = (("hot", "cold"), ("old", "new"), ("big", "small"), ("wet", "dry"), ("full", "empty"), ("clean", "dirty"),
             ("soft", "hard"), ("light", "dark"))
THINGS = ("tea", "soup", "cup", "box", "room", "house", "coat", "street")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

SUBJECTS = (*ANIMALS, *(f"{animal}s" for animal in ANIMALS))  # one, then many
QUALITIES = tuple(word for pair in OPPOSITES for word in pair)

# The vocabulary by kinds; a word's number is its place. A full stop ends a saying, and stands before the first word.
WORDS_BY_KIND = {
    "small words": (".", "the", "is", "not", "it", "in", "lives", "speaks", "says", "day", "before", "after", *PRONOUNS,
                    *BETWEEN),
    "names": NAMES, "cities": CITIES, "languages": LANGUAGES, "countries": COUNTRIES, "animals": SUBJECTS,
    "verbs": (*(f"{verb}s" for verb in VERBS), *VERBS), "qualities": QUALITIES, "things": THINGS, "days": DAYS,
}
WORDS = tuple(word for kind in WORDS_BY_KIND.values() for word in kind)
PLACE = {word: place for place, word in enumerate(WORDS)}
LONGEST = 10  # words of the longest saying, its last full stop included

@dataclass(frozen=True)
class Question:
    """A saying cut off before a word that a rule decides.

    `answers` are the words that are right: one, or for a verb all of the right number. `fact` is what it takes to know
    them, such as "before friday": several questions ask for one fact, in other surroundings. Training never shows the
    surroundings of one that is `held_out`.
    """

    rule: str
    fact: str
    text: str
    answers: tuple[str, ...]
    held_out: bool


RULES = ("pronoun", "language", "country", "number", "same", "opposite", "week")


def pronoun(name):
    """she or he."""
    return PRONOUNS[NAMES.index(name) // 5]


def language(city):
    """What is spoken in it."""
    return LANGUAGES[CITIES.index(city) // 2]


def country(city):
    """Where it lies."""
    return COUNTRIES[CITIES.index(city) // 2]


def verbs(subject):
    """Those whose number agrees with an animal, or with several."""
    return tuple(f"{verb}s" for verb in VERBS) if subject in ANIMALS else VERBS


def opposite(quality):
    """cold of hot, and hot of cold."""
    first, second = next(pair for pair in OPPOSITES if quality in pair)
    return second if quality == first else first


def neighbour(side, day):
    """The day before or after a day."""
    return DAYS[(DAYS.index(day) + {"before": -1, "after": 1}[side]) % 7]


@cache
def questions():
    """Every question there is, of all rules, in the order of the rules."""
    found = []

    def ask(rule, fact, text, answers, held_out=False):
        found.append(Question(rule, fact, text, answers, held_out))

    for name, city, held_out in _pairs(NAMES, CITIES):
        start = f"{name} lives in {city} ."
        ask("pronoun", name, start, (pronoun(name),), held_out)
        ask("language", city, f"{start} {pronoun(name)} speaks", (language(city),), held_out)
        ask("country", city, f"{start} {pronoun(name)} is in", (country(city),), held_out)
    for subject, other, held_out in _pairs(SUBJECTS, SUBJECTS):
        for between in BETWEEN:
            ask("number", subject, f"the {subject} {between} the {other}", verbs(subject), held_out)
    for thing, quality, held_out in _pairs(THINGS, QUALITIES):
        ask("same", quality, f"the {thing} is {quality} . it is", (quality,), held_out)
        ask("opposite", f"not {quality}", f"the {thing} is not {quality} . it is", (opposite(quality),), held_out)
    for side in ("before", "after"):
        for day in DAYS:
            ask("week", f"{side} {day}", f"the day {side} {day} is", (neighbour(side, day),))
        for name, day, held_out in _pairs(NAMES, DAYS):
            ask("week", f"{side} {day}", f"{name} says the day {side} {day} is", (neighbour(side, day),), held_out)
    return tuple(sorted(found, key=lambda question: RULES.index(question.rule)))


@cache
def sayings():
    """All that is ever said, with its probability: a tuple of texts and an array that sums to 1.

    Two sevenths each of homes, animals and qualities, one seventh of the week; a question that is held out is never
    answered in any of them.
    """
    kinds = {"homes": [], "animals": [], "qualities": [], "week": []}
    for asked in questions():
        if asked.held_out or asked.rule == "pronoun":
            continue
        kind = {"language": "homes", "country": "homes", "number": "animals", "week": "week"}.get(asked.rule, "qualities")
        kinds[kind] += [f"{asked.text} {answer} ." for answer in asked.answers]
    shares = {"homes": 2 / 7, "animals": 2 / 7, "qualities": 2 / 7, "week": 1 / 7}
    texts = tuple(text for kind in kinds.values() for text in kind)
    return texts, np.concatenate([np.full(len(kind), shares[name] / len(kind)) for name, kind in kinds.items()])


def entropy():
    """What a perfect learner of `sayings` still loses on each word, in nats: the best loss there is."""
    probabilities = sayings()[1]
    return -(probabilities * np.log(probabilities)).sum() / _words_a_saying()


def numbers(text):
    """The words of a text as their places in the vocabulary, after the full stop that stands before every text: -> (T,).

    Raises ValueError for a word that is not in the vocabulary.
    """
    words = text.split()
    for word in words:
        if word not in PLACE:
            raise ValueError(f"numbers: expected words of the vocabulary, got {word!r}. There are: {', '.join(WORDS)}.")
    return np.array([PLACE[word] for word in (".", *words)])


def _pairs(first, second):
    """Every pair of two lists, and whether it is held out: a fifth of all, so spread that each word is met with others."""
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            if one.rstrip("s") != other.rstrip("s"):
                yield one, other, (i + j) % 5 == 0


def _words_a_saying():
    texts, probabilities = sayings()
    return probabilities @ [len(text.split()) for text in texts]
