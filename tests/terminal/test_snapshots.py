"""Pictures of the main screens: whoever changes one looks at it, and takes it anew.

`pytest tests/terminal/test_snapshots.py --snapshot-update` does.
"""

from collections.abc import Callable

import tablier
from tablier.terminal.app import TablierApp
from tablier.terminal.local import Local
from tablier.terminal.speech import Speech

Sit = Callable[..., Local]
Compare = Callable[..., bool]


def test_home(snap_compare: Compare) -> None:
    assert snap_compare(TablierApp(Speech()), terminal_size=(80, 24))


def test_a_table_at_night(snap_compare: Compare, sit: Sit) -> None:
    sitting = sit(tablier.read_position("zhizhu bw.b..../...ww.../b....... w 4-4 0 - - 0 9"))
    app = TablierApp(sitting.speech, sitting)
    assert snap_compare(app, press=["b"], terminal_size=(80, 24))


def test_a_table_by_day(snap_compare: Compare, sit: Sit) -> None:
    sitting = sit(tablier.new("sensei"), language="fr")
    app = TablierApp(sitting.speech, sitting, dark=False)
    assert snap_compare(app, press=["right", "enter"], terminal_size=(80, 24))
