"""Masked PPO by self-play on a vector of games, in PyTorch: one network plays both seats.

python examples/ppo.py zhizhu --minutes 4
python examples/ppo.py zhizhu --device cuda --games 16384
python examples/ppo.py chinese-checkers --bots 16        # where games at random are draws
"""

import argparse
import json
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import torch
from late_starts import inside_bots_games
from torch import Tensor, nn

from tablier.research import VectorEnv

STEPS, EPOCHS, PARTS = 64, 2, 8
"""Actions in every game between two updates; how often, and in how many parts, one sees them."""
RATE, DISCOUNT, SMOOTHING, CLIP, ENTROPY = 7e-4, 0.995, 0.95, 0.2, 0.01


class Player(nn.Module):
    """What it would play, legal actions only, and what the game is worth to whoever looks."""

    def __init__(self, env: VectorEnv, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(nn.Linear(env.encoding.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        )
        self.policy = nn.Linear(width, len(env.encoding.actions))
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        found = self.body(seen)
        logits = self.policy(found).masked_fill(~masks, -1e9)
        return logits.log_softmax(-1), self.value(found).tanh().squeeze(-1)


class Games:
    """A vector of games as tensors, on the device of the games; it knows what time they took."""

    def __init__(self, env: VectorEnv) -> None:
        self.env, self.seconds = env, 0.0

    def copied(self, *names: str) -> list[Tensor]:
        """The environment's arrays, copied: its next step writes over them."""
        began = perf_counter()
        tensors = [self._tensor(getattr(self.env, name)) for name in names]
        self.seconds += perf_counter() - began
        return tensors

    def step(self, actions: Tensor) -> None:
        began = perf_counter()
        self.env.step(actions if actions.is_cuda else actions.numpy())
        self.seconds += perf_counter() - began

    def _tensor(self, array: Any) -> Tensor:
        if self.env.device == "cpu":
            return torch.tensor(array)
        bits = array.dtype.kind == "b"
        found = torch.from_dlpack(array.view("u1") if bits else array)
        return found.bool() if bits else found.clone()


class Played(NamedTuple):
    """What a player saw and did, and what came of it."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    advantages: Tensor
    worths: Tensor


@torch.no_grad()
def rollout(games: Games, player: Player) -> Played:
    """Play on; what comes later counts for who acted, against them where the other is next."""
    rows, moves = [], []
    seen, masks, seats = games.copied("observations", "masks", "seats")
    for _ in range(STEPS):
        chances, value = player(seen, masks)
        actions = torch.multinomial(chances.exp(), 1).squeeze(1)
        rows.append((seen, masks, actions, chances.gather(1, actions[:, None]).squeeze(1)))
        games.step(actions)
        rewards, over, cut = games.copied("rewards", "terminated", "truncated")
        acted, (seen, masks, seats) = seats, games.copied("observations", "masks", "seats")
        side = torch.where(seats == acted, 1.0, -1.0)
        left = torch.zeros_like(value)
        if cut.any():  # what a game that was cut off would have been worth
            final, asked = games.copied("final_observations", "final_seats")
            left = cut * torch.where(asked == acted, 1.0, -1.0) * player(final, masks)[1]
        earned = rewards.gather(1, acted[:, None]).squeeze(1) + DISCOUNT * left
        moves.append((value, earned, side * ~(over | cut)))
    advantages, later, value_then = [], torch.zeros_like(value), player(seen, masks)[1]
    for value, earned, side in reversed(moves):
        surprise = earned + DISCOUNT * side * value_then - value
        later, value_then = surprise + DISCOUNT * SMOOTHING * side * later, value
        advantages.append(later)
    gained = torch.stack(advantages[::-1]).flatten()
    worths = gained + torch.cat([move[0] for move in moves])
    return Played(*(torch.cat(column) for column in zip(*rows, strict=True)), gained, worths)


def learn(player: Player, optimiser: torch.optim.Optimizer, played: Played) -> None:
    """PPO: prefer what went better than thought, but don't go far at once."""
    for _ in range(EPOCHS):
        order = torch.randperm(len(played.actions), device=played.actions.device)
        for part in order.chunk(PARTS):
            seen, masks, actions, before, gained, worths = (column[part] for column in played)
            chances, value = player(seen, masks)
            ratio = (chances.gather(1, actions[:, None]).squeeze(1) - before).exp()
            gained = (gained - gained.mean()) / (gained.std() + 1e-8)
            better = torch.min(ratio * gained, ratio.clamp(1 - CLIP, 1 + CLIP) * gained)
            entropy = -(chances.exp() * chances).sum(-1)
            loss = (value - worths).square() * 0.5 - better - ENTROPY * entropy
            optimiser.zero_grad()
            loss.mean().backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def against_random(env: VectorEnv, player: Player) -> tuple[float, float]:
    """The shares of wins and of draws: each game of the vector once, in half of them as second."""
    env.reset(seed=0)
    games, own = Games(env), torch.arange(env.games, device=env.device) % 2
    first, going = torch.zeros(env.games, device=env.device), torch.ones_like(own, dtype=torch.bool)
    for _ in range(env.longest):
        seen, masks, seats = games.copied("observations", "masks", "seats")
        chosen = player(seen, masks)[0].exp().multinomial(1).squeeze(1)
        other = masks.float().multinomial(1).squeeze(1)
        games.step(torch.where(seats == own, chosen, other))
        rewards, over, cut = games.copied("rewards", "terminated", "truncated")
        earned = rewards.gather(1, own[:, None]).squeeze(1)
        first = torch.where(going & over, earned, first)
        going &= ~(over | cut)
        if not going.any():
            break
    return (first > 0).float().mean().item(), (first == 0).float().mean().item()


def main(arguments: list[str] | None = None) -> list[dict[str, float]]:
    """Learn for a while; print, and return, how it went."""
    asked = parser().parse_args(arguments)
    torch.manual_seed(asked.seed)
    start = inside_bots_games(asked.game, asked.bots) if asked.bots else None
    made = {"players": 2, "seed": asked.seed, "device": asked.device, "longest": asked.longest}
    env = VectorEnv(asked.game, asked.games, start=start, **made)
    trial = VectorEnv(asked.game, min(512, asked.games), **made)
    player = Player(env).to(asked.device)
    optimiser = torch.optim.Adam(player.parameters(), RATE)
    games, curve, learning, began = Games(env), list[dict[str, float]](), 0.0, perf_counter()
    for update in count():
        passed = perf_counter() - began
        done = passed > 60 * asked.minutes or update == asked.updates
        if update % asked.every == 0 or done:
            won, drawn = against_random(trial, player)
            share = games.seconds / learning if learning else 0.0
            actions = update * STEPS * env.games
            told = {"seconds": passed, "actions": actions, "won": won, "drawn": drawn}
            curve.append(told | {"environment": share})
            print(
                f"{passed:5.0f} s {actions:12,} actions: {won:6.1%} won and {drawn:6.1%} drawn"
                f" against random play; {share:.1%} of the time in the environment",
                flush=True,
            )
        if done:
            break
        turned = perf_counter()
        learn(player, optimiser, rollout(games, player))
        learning += perf_counter() - turned
    if asked.curve:
        asked.curve.write_text(json.dumps(curve, indent=1) + "\n", "utf-8")
    if asked.out:
        torch.save(player.state_dict(), asked.out)
    return curve


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--updates", type=int, help="end after so many, too")
    parser.add_argument("--games", type=int, default=512, help="how many at once")
    parser.add_argument("--bots", type=int, default=0, help="begin inside so many games of bots")
    parser.add_argument("--longest", type=int, default=400, help="cut off after so many actions")
    parser.add_argument("--every", type=int, default=10, help="updates between two trials")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, metavar="FILE", help="where the figures go, as JSON")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the network goes")
    return parser


if __name__ == "__main__":
    main()
