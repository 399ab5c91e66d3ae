"""What a terminal says, in one of the languages."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tablier.core.errors import MoveError, TablierError
from tablier.core.game import TABLE, Game, Result
from tablier.core.match import Match
from tablier.core.words import Amount, named, read_words, shared_words

WORDS = Path(__file__).parent / "words"
PAGE = Path(__file__).parents[1] / "web" / "locales"
"""The page's words, for what a house tells both."""
NOBODYS = "full"
"""What ends a game, where it was no rule, and is neither player's doing."""


class Phrases:
    """Says things about matches in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts = read_words(WORDS, language)
        self._page = read_words(PAGE, language)

    def __call__(self, key: str, **details: object) -> str:
        """The text of a key with its details put in; a sentence counts with its numbers."""
        text: str = self._texts[key]
        counted = {n: Amount(one) if isinstance(one, int) else one for n, one in details.items()}
        return text.format_map(counted)

    def colon(self, name: str, text: str) -> str:
        """A name and what is said by it or of it, with the language's own colon between."""
        return self("colon", name=name, text=text)

    def words(self, game: Game) -> Any:
        """The game's own texts."""
        return game.words_in(self.language)

    def seat(self, match: Match, seat: int) -> str:
        """What to call a seat."""
        if seat == TABLE:
            return self("table")
        name: str = self.words(match.game)["seats"][match.seat_names[seat]]
        return name

    def level(self, number: int) -> str:
        """What the computer at a level is called."""
        return self("computer", level=shared_words(self.language)["levels"][str(number)])

    def task(self, match: Match) -> str:
        """What is to be done now, as half a sentence."""
        words, prompt = self.words(match.game), match.scene.prompt
        sentence: str = words["prompts"][prompt.token].format_map(named(words, prompt.details))
        return sentence

    def warning(self, match: Match) -> str:
        """What whoever is to act should know before; nothing, mostly."""
        words = self.words(match.game)
        return " ".join(
            capital(words["warnings"][warning.token].format_map(named(words, warning.details)))
            + "."
            for warning in match.scene.warnings
        )

    def known(self, match: Match, known: Any) -> str:
        """What best play leads to, where that is known; the page says the same."""
        key = "draws" if known.winner is None else "wins" if known.turns is None else "winsIn"
        key = key if known.sure else "winsUnlessCounted"
        text: str = self._page[f"known.{key}"]
        player = "" if known.winner is None else self.seat(match, known.winner)
        return text.format_map({"player": capital(player), "n": Amount(known.turns or 0)})

    def legend(self, game: Game, token: str) -> str:
        """Who plays for a seat, where its name does not tell; nothing, mostly."""
        legend: str = self.words(game).get("legends", {}).get(token, "")
        return legend

    def request(self, match: Match) -> str:
        """Who is to act, and what to do."""
        prompt = match.scene.prompt
        if match.seat is None or "player" in prompt.details:
            return f"{capital(self.task(match))}."
        return self("request", player=self.seat(match, match.seat), what=self.task(match))

    def counts(self, match: Match, seat: int) -> str:
        """What lies beside the board for a seat."""
        words = self.words(match.game)["counts"]
        held = match.scene.counts[seat]
        return ", ".join(counted(words[name], number) for name, number in held.items())

    def ending(self, match: Match, me: int | None = None, cause: str = "") -> str:
        """How the match ended, for somebody who had a seat of their own, and for what cause."""
        result = match.result
        assert result is not None
        why = self._why(match, result, me, cause)
        best = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
        if len(best) > 1:
            sentence = self(
                "draw", players=self.together(self.seat(match, s) for s in best), why=why
            )
        elif me in best:
            sentence = self("you_win", why=why)
        elif me is not None and match.players == 2:
            sentence = self("you_lose", why=why)
        else:
            sentence = self("wins", player=self.seat(match, best[0]), why=why)
        if match.players == 2:
            return sentence
        places = sorted(range(match.players), key=result.ranks.__getitem__)
        listed = ", ".join(f"{result.ranks[seat]}. {self.seat(match, seat)}" for seat in places)
        return f"{sentence} ({listed})"

    def _why(self, match: Match, result: Result, me: int | None, cause: str) -> str:
        """What ended the match; to one of two in the words that the page has for either."""
        whose = (
            "" if me is None or match.players > 2 else "won" if result.ranks[me] == 1 else "lost"
        )
        if cause:
            suffix = f"_{whose}" if whose and cause != NOBODYS else ""
            return str(self._page[f"cause.{cause}{suffix}"])
        words = self.words(match.game)
        return str(words.get(whose, {}).get(result.reason) or words["reasons"][result.reason])

    def together(self, names: Iterable[str]) -> str:
        """Several names in one."""
        return self("and").join(names)

    def refusal(self, game: Game, error: TablierError) -> str:
        """Why something is not done, as a sentence; with the rule behind it, if there is one."""
        sentence = str(error)
        if isinstance(error, MoveError):
            sentence = self._move_refusal(game, error)
        return capital(sentence) if sentence[-1:] in ".!?)" else f"{capital(sentence)}."

    def _move_refusal(self, game: Game, error: MoveError) -> str:
        words = self.words(game)
        if error.code in words["refusals"]:
            sentence: str = words["refusals"][error.code].format_map(named(words, error.details))
            return f"{sentence} ({error.rule})" if error.rule else sentence
        if error.code == "unreadable":
            return self("unreadable", how=words["actions"])
        return self.house_refusal(error.code, error.details) or str(error)

    def house_refusal(self, code: str, details: Mapping[str, object]) -> str:
        """Why a house does not do something; nothing if there are no words for it."""
        sentence: str = self._page.get(f"error.{code}", "")
        return sentence.format_map(details)


def counted(words: str, number: int) -> str:
    """The number stands before its words, unless they say where: `place {n}`."""
    return words.format(n=Amount(number)) if "{n" in words else f"{number} {words}"


def capital(sentence: str) -> str:
    """A sentence begins with a capital letter, unless it begins with what stands in a record.

    >>> capital("place a piece"), capital("b3 is taken")
    ('Place a piece', 'b3 is taken')
    """
    first = sentence.split(maxsplit=1)[:1]
    if any(character.isdecimal() for word in first for character in word):
        return sentence
    return sentence[:1].upper() + sentence[1:]
