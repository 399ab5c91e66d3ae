"""Are the dice fair? A chi-square test over six million of them."""

from collections import Counter

from scipy.stats import chi2

from tablier.core.dice import FACES, Dice

ROLLS = 1_000_000
DICE = 6
LEAST_P = 0.001


def main() -> None:
    """Print the counts and the p-value of the test, and fail below the bar."""
    dice = Dice(b"\x01" * 32, ("00", "01"))
    counts = Counter(face for number in range(ROLLS) for face in dice.roll(number, DICE))
    expected = ROLLS * DICE / FACES
    statistic = sum((counts[face] - expected) ** 2 / expected for face in range(1, FACES + 1))
    p = float(chi2.sf(statistic, FACES - 1))
    print({face: counts[face] for face in range(1, FACES + 1)})
    print(f"{ROLLS * DICE:,} dice: chi-square {statistic:.2f}, p = {p:.3f}  (bar: > {LEAST_P})")
    assert p > LEAST_P


if __name__ == "__main__":
    main()
