import math
import shlex

import pytest

from core.conventions import Conventions
from core.formulas import metrics, rrf
from core.worked_example import WorkedExample
from pages.ui.method import commands
from pages.ui.method.commands import TOOLS, Subject

PLAIN = Subject(Conventions(), "qrels.txt", "a.run", (0.0, 1.0, 2.0, 3.0))
LINEAR = Subject(Conventions(gain="linear"), "qrels.txt", "a.run", (0.0, 1.0, 2.0, 3.0))
FROM_2 = Subject(Conventions(k=5, relevant_from=2.0), "qrels.txt", "a.run", (0.0, 1.0, 2.0, 3.0))
HOSTILE = '-x\'; rm -rf $HOME `id` "q".run'


def calls(text: str) -> list[list[str]]:
    """Return what a shell reads."""
    lines = [line for line in text.replace("\\\n", " ").split("\n") if not line.startswith("#")]
    return [shlex.split(line) for line in lines]


def test_trec_eval_cuts_reciprocal_rank_in_a_call_of_its_own() -> None:
    first, second = calls(commands.trec_eval(PLAIN))
    assert " ".join(first) == (
        "trec_eval -c -m ndcg_cut.10 -m recall.10,100 -m P.10 -m map_cut.10 -m success.10 qrels.txt a.run"
    )
    assert " ".join(second) == "trec_eval -c -M 10 -m recip_rank qrels.txt a.run"


def test_trec_eval_takes_the_threshold_and_unpacks_files() -> None:
    packed = Subject(FROM_2.conventions, "qrels.txt.gz", "a.run.gz", FROM_2.grades)
    unpack, first, second = calls(commands.trec_eval(packed))
    assert unpack == ["gunzip", "-k", "qrels.txt.gz", "a.run.gz"]
    for call in (first, second):
        assert call[1:4] == ["-c", "-l", "2"]
        assert call[-2:] == ["qrels.txt", "a.run"]
    assert "recall.5,100" in first


def test_lines_are_short_enough_for_their_box() -> None:
    assert max(map(len, commands.trec_eval(PLAIN).split("\n"))) <= 58


def test_ir_measures_has_the_gain_in_force() -> None:
    (call,) = calls(commands.ir_measures(PLAIN))
    assert call == [
        *("ir_measures", "qrels.txt", "a.run", "nDCG(gains={2:3,3:7})@10"),
        *("R@10", "R@100", "RR@10", "P@10", "AP@10", "Success@10"),
    ]
    assert calls(commands.ir_measures(LINEAR))[0][3] == "nDCG@10"
    binary = Subject(Conventions(), "q", "r", (0.0, 1.0))
    assert calls(commands.ir_measures(binary))[0][3] == "nDCG@10", "both gains of grade 1 are 1"


def test_ir_measures_takes_the_threshold() -> None:
    (call,) = calls(commands.ir_measures(FROM_2))
    assert " ".join(call[4:]) == "R(rel=2)@5 R(rel=2)@100 RR(rel=2)@5 P(rel=2)@5 AP(rel=2)@5 Success(rel=2)@5"


def test_grades_that_cannot_be_mapped() -> None:
    large = Subject(Conventions(), "q", "r", (0.0, 100.0))
    assert not large.maps_gains
    assert calls(commands.ir_measures(large))[0][3] == "nDCG@10"
    assert not Subject(Conventions(), "q", "r", (0.0, 0.5)).whole_grades


def test_a_fractional_threshold_is_the_next_whole_grade() -> None:
    assert Subject(Conventions(relevant_from=1.5), "q", "r").level == 2
    assert Subject(Conventions(relevant_from=0.5), "q", "r").level == 1


def test_ranx() -> None:
    assert "ndcg_burges@10 recall@10 recall@100 mrr@10 precision@10 map@10 hit_rate@10" in commands.ranx(PLAIN)
    assert "'ndcg@10 " in commands.ranx(LINEAR)
    assert "ndcg_burges@5 recall@5-l2 recall@100-l2 mrr@5-l2" in commands.ranx(FROM_2)
    assert "kind='gz'" in commands.ranx(Subject(Conventions(), "q.gz", "r"))


@pytest.mark.parametrize("tool", TOOLS)
def test_file_names_are_data(tool: str) -> None:
    text = TOOLS[tool](Subject(Conventions(), HOSTILE, HOSTILE))
    if tool in ("trec_eval", "ir_measures"):
        for call in calls(text):
            assert call.count(f"./{HOSTILE}") == 2
    else:
        compile(text, "printed", "exec")
        assert repr(HOSTILE) in text


def test_python_names_every_convention_that_is_not_the_default() -> None:
    conventions = Conventions(k=7, gain="linear", relevant_from=2.0, order_by="rank", ties="file")
    text = commands.python(Subject(conventions, "q", "r"))
    assert "Conventions(k=7, gain='linear', relevant_from=2.0, order_by='rank', ties='file')" in text
    fused = commands.python(Subject(Conventions(), "q", "f", fused_from=("a", "b"), c=0.5, weights=(1.0, 2.0)))
    assert "fuse(runs, c=0.5, weights=[1, 2])" in fused
    assert "files = ['a', 'b']" in fused


def test_worked_example_as_calls(capsys: pytest.CaptureFixture[str]) -> None:
    grades = {"d'1": 2.0, "d2": 0.5}
    example = WorkedExample((("x", "d'1"), ("d2",)), (1.0, 0.5), 0.5, grades, 3, "linear", 1.0)
    text = commands.worked_example(example)
    exec(compile(text, "printed", "exec"), {})
    expected = metrics(
        rrf([["x", "d'1"], ["d2"]], c=0.5, weights=[1, 0.5]), grades, 3, gain="linear", relevant_from=1.0
    )
    printed = capsys.readouterr().out.strip()
    assert printed == str(expected)
    assert text.endswith(f"# {expected}")
    assert math.isclose(expected["recall"] or 0, 1)
