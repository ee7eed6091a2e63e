"""What is loaded after an upload: kinds, names, letters, refusals."""

from pages.ui.workspace import Workspace, sample
from tests.pages.conftest import QRELS, RUN_A, RUN_B

NEGATIVE = b"q1 0 d1 -1\nq1 0 d2 1\n"


def loaded(*uploads: tuple[str, bytes], before: Workspace | None = None) -> Workspace:
    return (before or Workspace()).with_uploads(uploads)


def described(workspace: Workspace) -> list[tuple[str, str, str]]:
    return [(each.file, each.kind, each.letter) for each in workspace.files]


def test_kinds_are_told_from_content_and_letters_follow_the_upload() -> None:
    found = loaded(("one", RUN_B), ("two", QRELS), ("three", RUN_A), ("four", b"q1\tsome words\n"))
    assert described(found) == [
        ("one", "run", "A"),
        ("two", "qrels", ""),
        ("three", "run", "B"),
        ("four", "queries", ""),
    ]
    assert found.texts == {"q1": "some words"}


def test_a_run_and_qrels_may_have_one_name() -> None:
    both = [("x.txt", QRELS), ("x.txt", RUN_A)]
    for uploads in (both, both[::-1]):
        assert {each.kind for each in loaded(*uploads).files} == {"run", "qrels"}
        later = loaded(uploads[1], before=loaded(uploads[0]))
        assert {each.kind for each in later.files} == {"run", "qrels"}
        assert len({each.file for each in later.files}) == 2
        assert later.runs[0].letter == "A"


def test_a_run_replaces_the_one_of_its_name_and_keeps_its_letter() -> None:
    before = loaded(("a", RUN_A), ("b", RUN_B))
    after = loaded(("a", RUN_B), before=before)
    assert described(after) == described(before)
    assert after.run("A").key == before.run("B").key != before.run("A").key


def test_two_runs_of_one_name_replace_two_runs_of_one_name() -> None:
    before = loaded(("run.txt", RUN_A), ("run.txt", RUN_B))
    assert [each.run.name for each in before.runs] == ["run", "run (2)"]
    after = loaded(("run.txt", RUN_B), ("run.txt", RUN_A), before=before)
    assert described(after) == described(before)
    assert [each.key for each in after.runs] == [each.key for each in before.runs][::-1]
    assert [each.run.name for each in after.runs] == ["run", "run (2)"]


def test_new_qrels_replace_the_old_and_a_second_in_one_upload_is_refused() -> None:
    before = loaded(("old", QRELS))
    after = loaded(("new", QRELS), ("other", QRELS), before=before)
    assert described(after) == [("new", "qrels", "")]
    assert [(each.file, each.reason) for each in after.refusals] == [
        ("other", "other: an upload must hold one qrels file, found a second one. new is in use; drop the other alone.")
    ]


def test_the_first_file_taken_ends_the_sample_and_a_refused_one_does_not() -> None:
    assert loaded(("bad", b"one two\n"), before=sample()).is_sample
    assert not loaded(("a", RUN_A), ("bad", b"one two\n"), before=sample()).is_sample


def test_negative_grades_can_be_accepted_afterwards() -> None:
    refused = loaded(("a", RUN_A), ("qrels", NEGATIVE))
    assert refused.qrels is None
    again = [(each.file, each.data) for each in refused.refusals if each.data is not None]
    accepted = refused.with_uploads(again, negative_as_zero=True)
    assert accepted.qrels is not None
    assert accepted.refusals == ()


def test_a_letter_that_was_freed_goes_to_the_next_run() -> None:
    found = loaded(("c", RUN_A), before=loaded(("a", RUN_A), ("b", RUN_B)).without("a"))
    assert [(each.file, each.letter) for each in found.runs] == [("c", "A"), ("b", "B")]


def test_more_runs_than_letters() -> None:
    found = loaded(*((f"run{number}", RUN_A) for number in range(28)))
    assert [each.letter for each in found.runs][-3:] == ["Z", "R27", "R28"]
