"""Work on all cores comes back in order, whatever it raises, and also where it divides itself further."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from core.parallel import ahead, each

ROOT = Path(__file__).parents[2]
PIECES = range(40)


@pytest.mark.parametrize("spread", [each, ahead])
def test_results_come_in_order(spread):
    assert list(spread(lambda piece: piece * piece, PIECES)) == [piece * piece for piece in PIECES]
    assert list(spread(str, [])) == []


@pytest.mark.parametrize("inner", [each, ahead])
@pytest.mark.parametrize("outer", [each, ahead])
def test_pieces_may_be_divided_further(outer, inner):
    # with more pieces than there are workers: if the inner ones waited for a free one, this would never end
    found = outer(lambda piece: list(inner(lambda part: piece + part, PIECES)), PIECES)
    assert list(found) == [[piece + part for part in PIECES] for piece in PIECES]


@pytest.mark.parametrize("spread", [each, ahead])
def test_what_a_piece_raises_is_raised(spread):
    with pytest.raises(ZeroDivisionError):
        list(spread(lambda piece: 1 // (piece - 7), PIECES))
    assert list(spread(abs, PIECES)) == list(PIECES)


def test_what_raises_while_pieces_are_made_is_raised():
    def pieces():
        yield 1
        raise LookupError

    with pytest.raises(LookupError):
        list(ahead(abs, pieces()))


def test_few_pieces_are_made_before_they_are_asked_for():
    made = []
    results = ahead(abs, (made.append(piece) or piece for piece in range(10_000)))
    assert next(results) == 0
    assert len(made) < 100
    results.close()
    assert len(made) < 100
    assert list(ahead(abs, PIECES)) == list(PIECES)


def test_pieces_are_worked_on_in_several_threads():
    names = each(lambda _: threading.current_thread().name, PIECES)
    assert threading.current_thread().name not in names


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_has_workers_of_its_own():
    code = """
import os
from core.parallel import each
each(abs, range(9))
child = os.fork()
if not child:
    os._exit(0 if each(abs, range(9)) == list(range(9)) else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, check=True, timeout=60)
