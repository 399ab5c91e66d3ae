"""Pictures of the main screens: whoever changes one looks at it, and takes it anew.

`pytest tests/terminal/test_snapshots.py --snapshot-update` does.
"""

from collections.abc import Callable

import tablier
from tablier.terminal.app import TablierApp
from tablier.terminal.phrases import Phrases
from tablier.terminal.session.local_session import LocalSession

pytest_plugins = "sitting"

Sit = Callable[..., LocalSession]
Compare = Callable[..., bool]


def test_home(snap_compare: Compare) -> None:
    assert snap_compare(TablierApp(Phrases()), terminal_size=(80, 24))


def test_a_table_at_night(snap_compare: Compare, sit: Sit) -> None:
    session = sit(tablier.read_position("zhizhu bw.b..../...ww.../b....... w 4-4 0 - - 0 9"))
    app = TablierApp(session.phrases, session)
    assert snap_compare(app, press=["b"], terminal_size=(80, 24))


def test_a_table_by_day(snap_compare: Compare, sit: Sit) -> None:
    session = sit(tablier.new("sensei"), language="fr")
    app = TablierApp(session.phrases, session, dark=False)
    assert snap_compare(app, press=["right", "enter"], terminal_size=(80, 24))
