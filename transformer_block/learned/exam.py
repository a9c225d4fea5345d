"""What a model of the small language knows: every question of every rule, in one batch. Chapter 13."""

from functools import cache
from typing import NamedTuple

import numpy as np

from transformer_block.learned import language
from transformer_block.learned.model import model_stages, read


class Exam(NamedTuple):
    """Questions as arrays, one row for each; shorter texts are filled up with full stops behind their last word."""

    questions: tuple  # of language.Question
    words: np.ndarray  # (Q, T) places in the vocabulary
    last: np.ndarray  # (Q,) the position of the last word, where the answer is read
    answers: np.ndarray  # (Q, V) booleans: the words that are right


def exam_of(questions):
    """Lay out some questions: -> Exam."""
    texts = [language.numbers(question.text) for question in questions]
    words = np.zeros((len(texts), max(map(len, texts))), dtype=int)
    for row, text in zip(words, texts, strict=True):
        row[:len(text)] = text
    answers = np.array([np.isin(language.WORDS, question.answers) for question in questions])
    return Exam(tuple(questions), words, np.array([len(text) - 1 for text in texts]), answers)


@cache
def whole_exam():
    """All questions: -> Exam."""
    return exam_of(language.questions())


def at_the_end(exam, rows):
    """Of an array for each position, what stands at each question's last word: (Q, T, ...) -> (Q, ...)."""
    return rows[np.arange(len(exam.last)), exam.last]


def graded(exam, logits):
    """Whether the likeliest word is right: (Q, V) -> (Q,) booleans."""
    return np.take_along_axis(exam.answers, logits.argmax(axis=-1)[:, None], axis=-1)[:, 0]


def facts(exam):
    """Every fact once, as (rule, fact), and the fact's place for each question: -> list, (Q,)."""
    asked = [(question.rule, question.fact) for question in exam.questions]
    known = list(dict.fromkeys(asked))
    return known, np.array([known.index(fact) for fact in asked])


def loss(model):
    """Mean loss on each word of all sayings, in nats, weighed by their exact probabilities: -> ()."""
    sayings, probabilities = language.sayings()
    lost = words = 0
    for saying, probability in zip(sayings, probabilities, strict=True):
        text = language.numbers(saying)
        logits = model_stages(model, text[:-1])["logits"]
        logits = logits - logits.max(axis=-1, keepdims=True)
        expected = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
        lost -= probability * expected[np.arange(len(text) - 1), text[1:]].sum()
        words += probability * (len(text) - 1)
    return lost / words


def report(model):
    """What a model knows, as lines of text: the loss beside the entropy, and each rule's questions."""
    exam = whole_exam()
    right = graded(exam, read(model, at_the_end(exam, model_stages(model, exam.words)["Y"])))
    rules, held_out = (np.array([getattr(question, name) for question in exam.questions]) for name in ("rule", "held_out"))
    yield f"loss {loss(model):.4f} nats a word; the best there is: {language.entropy():.4f}"
    for rule in language.RULES:
        seen, unseen = (right[(rules == rule) & (held_out == kind)].mean() for kind in (False, True))
        yield f"{rule:9} {seen:6.1%} of the questions it has met, {unseen:6.1%} of those held out"
