"""A model as six numbers: what they must satisfy, what they weigh, what they cost. Chapter 10."""

from dataclasses import dataclass

from transformer_block import checks

SIX = ("n_layers", "d_model", "n_heads", "multiplier", "vocab_size", "max_seq_len")


@dataclass(frozen=True)
class Config:
    """The six numbers of a model: L blocks, width C, H heads, F = multiplier · C, V tokens, T positions. Chapter 10.

    Raises TypeError for what is no whole number, ValueError below 1 or when the heads do not divide the width.
    """

    n_layers: int
    d_model: int
    n_heads: int
    multiplier: int
    vocab_size: int
    max_seq_len: int

    def __post_init__(self):
        for name in SIX:
            object.__setattr__(self, name, checks.whole(name, getattr(self, name)))
        checks.heads_of_width(self.d_model, self.n_heads)

    @property
    def head_width(self):
        """d = C / H."""
        return self.d_model // self.n_heads


def parameter_bill(config, *, biases=True, final_norm=True, tied=True):
    """Every learned number of a model with learned positions, by item: () -> a dict of whole numbers. Chapter 10.

    Matrices of all blocks under "gather" and "think". With `tied`, the head that guesses the next token reads with the
    token embedding and is free.
    """
    checks.fields("config", config, SIX, "Config", "12, 768, 12, 4, 50257, 1024")
    L, C, F = config.n_layers, config.d_model, config.multiplier * config.d_model
    return {
        "tokens": config.vocab_size * C,
        "positions": config.max_seq_len * C,
        "gather": L * 4 * C * C,
        "think": L * 2 * C * F,
        "biases": L * (4 * C + F + C) if biases else 0,
        "norms": L * 4 * C + (2 * C if final_norm else 0),
        "head": 0 if tied else config.vocab_size * C,
    }


def parameter_count(config, *, biases=True, final_norm=True, tied=True):
    """The sum of a model's `parameter_bill`: () -> (). Chapter 10."""
    return sum(parameter_bill(config, biases=biases, final_norm=final_norm, tied=tied).values())


def forward_work(config, T):
    """Multiplications and additions for T positions, once through the model: () -> a dict of whole numbers. Chapter 10.

    Two for each weight of a matrix and position; "tables" are the scores of every pair and the mixing of the values.
    Norms, bends, softmax and biases are left out: their work grows with T · C or T · T alone.
    """
    checks.fields("config", config, SIX, "Config", "12, 768, 12, 4, 50257, 1024")
    T = checks.inside_table("T", T, config.max_seq_len)
    L, C, F = config.n_layers, config.d_model, config.multiplier * config.d_model
    return {"gather": 2 * T * L * 4 * C * C, "tables": 2 * L * 2 * T * T * C, "think": 2 * T * L * 2 * C * F,
            "head": 2 * T * C * config.vocab_size}
