"""Masked PPO by self-play on a vector of games, in PyTorch: one network plays both seats.

python examples/ppo.py zhizhu
python examples/ppo.py zhizhu --device cuda --games 16384
python examples/ppo.py chinese-checkers --guided --sparring 0.5 --games 256
"""

import argparse
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import torch
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


class Played(NamedTuple):
    """What a player saw and did, and what came of it."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    advantages: Tensor
    worths: Tensor


def copied(env: VectorEnv, *names: str) -> list[Tensor]:
    """Arrays of the environment, copied: its next step writes over them."""
    return [torch.tensor(getattr(env, name), device=env.device) for name in names]


def at_random(env: VectorEnv) -> Tensor:
    """A legal action for every game."""
    return torch.tensor(env.sample(), device=env.device)


def of_seat(rows: Tensor, seats: Tensor) -> Tensor:
    """What belongs to a seat, or was made of an action, in each row."""
    return rows.gather(1, seats[:, None]).squeeze(1)


@torch.no_grad()
def rollout(env: VectorEnv, player: Player, guided: bool = False, sparring: float = 0) -> Played:
    """Play on; what comes later counts for who acted, against them where the other is next.

    With a guide an action is paid at once for what it does to the prospects by the evaluation that
    bots go by; in the end they are the rewards, so that a whole game brings what it would anyway.
    In a share of the games the partner plays at random, which nothing is learnt from.
    """
    rows, moves = [], []
    numbers = torch.arange(env.games, device=env.device)
    partners = torch.where(numbers < sparring * env.games, numbers % 2, -1)
    seen, masks, seats = copied(env, "observations", "masks", "seats")
    for _ in range(STEPS):
        chances, value = player(seen, masks)
        own, chosen = seats != partners, chances.exp().multinomial(1).squeeze(1)
        actions = torch.where(own, chosen, at_random(env))
        rows.append((own, seen, masks, actions, of_seat(chances, actions)))
        hoped = copied(env, "prospects")[0] if guided else 0
        env.step(actions)
        rewards, over, cut = copied(env, "rewards", "terminated", "truncated")
        if guided:
            now, then = copied(env, "prospects", "final_prospects")
            rewards = torch.where((over | cut)[:, None], then, now) - hoped
        acted, (seen, masks, seats) = seats, copied(env, "observations", "masks", "seats")
        side, left = torch.where(seats == acted, 1.0, -1.0), torch.zeros_like(value)
        if cut.any():  # what a game that was cut off would have been worth
            final, asked = copied(env, "final_observations", "final_seats")
            left = cut * torch.where(asked == acted, 1.0, -1.0) * player(final, masks)[1]
        moves.append((value, of_seat(rewards, acted) + DISCOUNT * left, side * ~(over | cut)))
    advantages, later, value_then = [], torch.zeros_like(value), player(seen, masks)[1]
    for value, earned, side in reversed(moves):
        surprise = earned + DISCOUNT * side * value_then - value
        later, value_then = surprise + DISCOUNT * SMOOTHING * side * later, value
        advantages.append(later)
    gained = torch.cat(advantages[::-1])
    worths = gained + torch.cat([move[0] for move in moves])
    own, *columns = map(torch.cat, zip(*rows, strict=True))
    return Played(*(column[own] for column in (*columns, gained, worths)))


def learn(player: Player, optimiser: torch.optim.Optimizer, played: Played) -> None:
    """PPO: prefer what went better than thought, but don't go far at once."""
    for _ in range(EPOCHS):
        order = torch.randperm(len(played.actions), device=played.actions.device)
        for part in order.chunk(PARTS):
            seen, masks, actions, before, gained, worths = (column[part] for column in played)
            chances, value = player(seen, masks)
            ratio = (of_seat(chances, actions) - before).exp()
            gained = (gained - gained.mean()) / (gained.std() + 1e-8)
            better = torch.min(ratio * gained, ratio.clamp(1 - CLIP, 1 + CLIP) * gained)
            entropy = -(chances.exp() * chances).sum(-1)
            loss = (value - worths).square() * 0.5 - better - ENTROPY * entropy
            optimiser.zero_grad()
            loss.mean().backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def against_random(env: VectorEnv, player: Player) -> dict[str, float]:
    """The shares of wins and of draws: each game of the vector once, in half of them as second."""
    env.reset(seed=0)
    own = torch.arange(env.games, device=env.device) % 2
    first, going = torch.zeros_like(own).float(), torch.ones_like(own).bool()
    while going.any():
        seen, masks, seats = copied(env, "observations", "masks", "seats")
        chosen = player(seen, masks)[0].exp().multinomial(1).squeeze(1)
        env.step(torch.where(seats == own, chosen, at_random(env)))
        rewards, over, cut = copied(env, "rewards", "terminated", "truncated")
        first = torch.where(going & over, of_seat(rewards, own), first)
        going &= ~(over | cut)
    return {"won": (first > 0).float().mean().item(), "drawn": (first == 0).float().mean().item()}


def main(arguments: list[str] | None = None) -> list[dict[str, float]]:
    """Learn for a while; print, and return, how it went."""
    asked = parser().parse_args(arguments)
    torch.manual_seed(asked.seed)
    made: dict[str, Any] = {"players": 2, "device": asked.device, "longest": asked.longest}
    env = VectorEnv(asked.game, asked.games, seed=asked.seed, **made)
    trial = VectorEnv(asked.game, min(512, asked.games), **made)
    player = Player(env).to(asked.device)
    optimiser = torch.optim.Adam(player.parameters(), RATE)
    curve: list[dict[str, float]] = []
    began = perf_counter()
    for update in count():
        told = {"seconds": perf_counter() - began, "actions": update * STEPS * env.games}
        done = told["seconds"] > 60 * asked.minutes or update == asked.updates
        if update % asked.every == 0 or done:
            curve.append(told | against_random(trial, player))
            told_in = "{seconds:5.0f} s {actions:12,} actions: {won:6.1%} won, {drawn:6.1%} drawn"
            print(told_in.format(**curve[-1]), "against random play", flush=True)
        if done:
            break
        learn(player, optimiser, rollout(env, player, asked.guided, asked.sparring))
    if asked.out:
        torch.save(player.state_dict(), asked.out)
    return curve


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--guided", action="store_true", help="by the evaluation of the bots")
    parser.add_argument(
        "--sparring", type=float, default=0, help="share of the games against random play"
    )
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--updates", type=int, help="end after so many, too")
    parser.add_argument("--games", type=int, default=512, help="how many at once")
    parser.add_argument("--longest", type=int, default=400, help="cut off after so many actions")
    parser.add_argument("--every", type=int, default=10, help="updates between two trials")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the network goes")
    return parser


if __name__ == "__main__":
    main()
