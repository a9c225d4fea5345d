"""How the block learned the small language: PyTorch, one thread, about half a minute. Chapter 13.

    make train        train anew and write weights.npz

Nothing else here needs PyTorch. Every `step` the weights are moved by the loss on 64 texts, and by a penalty on what
the ifs fire: an if that is not worth its penalty falls silent.
"""

from itertools import islice

import numpy as np
import torch
from torch.nn.functional import cross_entropy, layer_norm

from transformer_block.learned import exam, language
from transformer_block.learned.model import POWERS, WEIGHTS, model_of

C, F, H, T = 32, 128, 4, 20
V = len(language.WORDS)
SEED = 1
PENALTY = 0.01
STEPS, WARM_UP, BATCH = 3_000, 100, 64
LEARNING_RATE, WEIGHT_DECAY = 3e-3, 0.1


def train(seed=SEED, penalty=PENALTY, steps=STEPS):
    """Learn the language: -> the weights as arrays by name, float32 as PyTorch has them."""
    torch.set_num_threads(1)
    weights, rng = _first_weights(torch.Generator().manual_seed(seed)), np.random.default_rng(seed)
    matrices, vectors = ([w for w in weights.values() if (w.ndim > 1) == wanted] for wanted in (True, False))
    optimiser = torch.optim.AdamW([{"params": matrices, "weight_decay": WEIGHT_DECAY},
                                   {"params": vectors, "weight_decay": 0}], lr=LEARNING_RATE)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _speed(step, steps))
    for texts in map(torch.tensor, islice(_texts(rng), steps)):
        logits, hidden = forward(weights, texts[:, :-1])
        loss = cross_entropy(logits.flatten(0, 1), texts[:, 1:].flatten())
        (loss + penalty * hidden.sum(-1).mean()).backward()
        optimiser.step()
        optimiser.zero_grad()
        schedule.step()
    return {name: weight.detach().numpy() for name, weight in weights.items()}


def forward(weights, words):
    """The model in PyTorch: tensors by name, whole numbers (B, T) -> logits (B, T, V), hidden (B, T, F)."""
    w, many = weights, words.shape[-1]
    X = w["tokens"][words] + w["positions"][:many]
    N1 = layer_norm(X, (C,), w["gamma1"], w["beta1"])
    queries, keys, values = (torch.einsum("btc,hcd->bhtd", N1, w[name]) for name in ("Wq", "Wk", "Wv"))
    hidden_from_it = torch.ones(many, many, dtype=torch.bool).triu(1)
    scores = (queries @ keys.mT / (C // H) ** 0.5).masked_fill(hidden_from_it, -torch.inf)
    R = X + (scores.softmax(-1) @ values).transpose(1, 2).flatten(2) @ w["Wo"]
    hidden = torch.relu(layer_norm(R, (C,), w["gamma2"], w["beta2"]) @ w["W1"] + w["b1"])
    Y = R + hidden @ w["W2"] + w["b2"]
    return layer_norm(Y, (C,), w["gamma"], w["beta"]) @ w["unembedding"], hidden


def _first_weights(generator):
    def drawn(*shape, scale=C**-0.5):
        return torch.nn.Parameter(scale * torch.randn(*shape, generator=generator))

    def filled(number, count=C):
        return torch.nn.Parameter(torch.full((count,), float(number)))

    return {
        "tokens": drawn(V, C, scale=0.02), "positions": drawn(T, C, scale=0.02),
        "Wq": drawn(H, C, C // H), "Wk": drawn(H, C, C // H), "Wv": drawn(H, C, C // H), "Wo": drawn(C, C),
        "W1": drawn(C, F), "b1": filled(0, F), "W2": drawn(F, C, scale=F**-0.5), "b2": filled(0),
        "gamma1": filled(1), "beta1": filled(0), "gamma2": filled(1), "beta2": filled(0),
        "gamma": filled(1), "beta": filled(0), "unembedding": drawn(C, V, scale=0.02),
    }


def _speed(step, steps):
    """The share of the learning rate: up within the warm-up, then down along half a cosine."""
    return min(1, (step + 1) / WARM_UP) * (1 + np.cos(np.pi * step / steps)) / 2


def _texts(rng):
    """BATCH texts of T + 1 words without end: a full stop, then sayings until the room is full."""
    sayings, probabilities = language.sayings()
    spoken = [language.numbers(saying)[1:] for saying in sayings]
    enough = -(-T // min(map(len, spoken)))
    while True:
        drawn = rng.choice(len(spoken), size=(BATCH, enough), p=probabilities)
        yield np.array([np.concatenate([[0], *(spoken[number] for number in row)])[:T + 1] for row in drawn])


def rounded(weights, bits=8):
    """Every array as whole numbers of so many bits and one power of two: -> name -> whole numbers, name -> power."""
    whole, powers = {}, {}
    for name, array in weights.items():
        power = int(np.ceil(np.log2(np.abs(array).max() / (2 ** (bits - 1) - 1))))
        whole[name], powers[name] = np.rint(array / 2.0**power).astype(np.int8), power
    return whole, powers


def main():
    """Train, round, save, and print what the rounded model knows."""
    print(f"Training: {STEPS:,} steps of {BATCH} texts, one thread ...", flush=True)
    whole, powers = rounded(train())
    np.savez_compressed(WEIGHTS, **whole, **{POWERS + name: power for name, power in powers.items()})
    model = model_of({name: numbers * 2.0 ** powers[name] for name, numbers in whole.items()})
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes")
    for line in exam.report(model):
        print(line)


if __name__ == "__main__":
    main()
