"""The net while it learns: floats, on any processor that PyTorch has."""

from typing import Any

import torch
from torch import Tensor, nn

from tablier.learn.net_shape import MOST_WEIGHT, NetShape


class FloatNet(nn.Module):
    """One wide layer for every seat alike, and two small ones for each part of the game.

    It tells log odds. All that is between its layers lies from 0 to 1.
    """

    def __init__(self, shape: NetShape) -> None:
        super().__init__()
        self.shape = shape
        inputs, wide, parts, hidden = shape.inputs, shape.wide, shape.parts, shape.hidden
        width = shape.seats * wide
        self.first = nn.Parameter(torch.randn(inputs, wide) * 0.1)
        self.first_bias = nn.Parameter(torch.full((wide,), 0.3))
        self.second = nn.Parameter(torch.randn(parts, hidden, width) * width**-0.5)
        self.second_bias = nn.Parameter(torch.full((parts, hidden), 0.3))
        self.third = nn.Parameter(torch.randn(parts, hidden) * 0.5)
        self.third_bias = nn.Parameter(torch.zeros(parts))
        words = [word for word, width in enumerate(shape.widths) for _ in range(width)]
        places = [place for width in shape.widths for place in range(width)]
        self.register_buffer("words", torch.tensor(words), persistent=False)
        self.register_buffer("places", torch.tensor(places), persistent=False)

    def bits(self, words: Tensor) -> Tensor:
        """Inputs as numbers, from words by row and seat."""
        spread = words.index_select(2, self.words) >> self.places
        return (spread & 1).to(self.first.dtype)

    def forward(self, words: Tensor, parts: Tensor) -> Tensor:
        """Log odds, from what seats see and the part that is asked.

        Nobody sits on a seat that sees nothing.
        """
        rows, shape = len(words), self.shape
        there = (words != 0).any(2, keepdim=True)
        wide = (self.bits(words) @ self.first + self.first_bias).clamp(0, 1) * there
        wide = wide.flatten(1)
        second = wide @ self.second.flatten(0, 1).T + self.second_bias.flatten()
        hidden = second.clamp(0, 1).view(rows, shape.parts, shape.hidden)
        told = (hidden * self.third).sum(2) + self.third_bias
        chosen = nn.functional.one_hot(parts, shape.parts).to(told.dtype)
        return (told * chosen).sum(1)

    @torch.no_grad()
    def restrain(self) -> None:
        """Keep weights where eight bits have room for them."""
        self.second.clamp_(-MOST_WEIGHT, MOST_WEIGHT)
        self.third.clamp_(-MOST_WEIGHT, MOST_WEIGHT)

    def arrays(self) -> dict[str, Any]:
        """Its weights as NumPy's arrays, by name."""
        return {name: one.detach().cpu().numpy() for name, one in self.named_parameters()}
