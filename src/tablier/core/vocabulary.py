"""Which texts of a game are read, and by which tokens: the groups of `words/en.json`.

A game may have groups of its own beside these, for its own `look` and `show`.
"""

from typing import NamedTuple


class Group(NamedTuple):
    """A part of a game's words: one text, or texts by token."""

    name: str
    holds: str
    tokens: str = ""
    """What its tokens are; nothing where the group is one text."""
    needed: bool = True


GROUPS = (
    Group("title", "what the game is called"),
    Group("about", "one sentence on what it is about"),
    Group("goal", "what one tries to do, in one line", needed=False),
    Group("actions", "how actions are written, with an example of each kind"),
    Group("seats", "what players are called", "the tokens of `seats`"),
    Group("options", "what an option does", "the options' names"),
    Group("prompts", "what is to be done now", "the tokens of the scene's prompts"),
    Group("counts", "what lies beside the board", "the names of the scene's counts"),
    Group("reasons", "why the game ended", "the tokens of `REASONS`"),
    Group("won", "the same, to whoever won against one", "reasons", needed=False),
    Group("lost", "the same, to whoever lost against one", "reasons", needed=False),
    Group("refusals", "why an action is not played", "the codes of refusals"),
    Group("legends", "what is told beside a seat's name", "the tokens of `seats`", needed=False),
    Group("details", "words for a detail's values", "details, then their values", needed=False),
    Group("warnings", "what whoever is to act should know", "the scene's warnings", needed=False),
    Group("pieces", "what pieces are called", "the kinds of the scene's pieces", needed=False),
    Group("areas", "what parts of the board are called", "the board's areas", needed=False),
    Group("labels", "what stands on buttons", "texts of actions", needed=False),
    Group("titles", "a heading for a choice", "the options' names", needed=False),
    Group("choices", "what can be chosen", "the options' names, then their values", needed=False),
    Group("shortcuts", "keys of an own table: `N — pass`", "what they are for", needed=False),
    Group("ticker", "what an action came to", "the tokens of `remark`", needed=False),
    Group("keys", "the keys of a race in the terminal", "see KEYS", needed=False),
)
KEYS = {
    "bell": "actions that a player's first key plays, whichever is possible",
    "pass": "actions of the second key, likewise",
    "quiet": "actions that are not told",
    "beside": "what the first key does besides, by what the second does",
    "idle": "why the second key does nothing, by what it would do",
    "help": "sentences that say all that",
}
"""What `keys` holds; needed where several may act at once."""
