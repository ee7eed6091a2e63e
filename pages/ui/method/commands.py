"""The same figures with other tools: the text of commands. File names are untrusted and always quoted."""

import math
import shlex
from collections.abc import Callable
from dataclasses import dataclass

from core.conventions import Conventions
from core.decimals import number_text
from core.worked_example import WorkedExample

LARGEST_MAPPED = 15
"""Up to this grade ir_measures is given the exponential gains one by one; it reserves memory by their size."""
_WIDTH = 56


@dataclass(frozen=True)
class Subject:
    """What is evaluated, and how.

    Attributes
    ----------
    conventions
        Those in force.
    qrels, run
        File names.
    grades
        The distinct grades of the qrels.
    deep
        A second cut-off for recall.
    fused_from, c, weights
        Of a fusion: the files of its runs; empty where ``run`` was uploaded as it is.
    """

    conventions: Conventions
    qrels: str
    run: str
    grades: tuple[float, ...] = ()
    deep: int = 100
    fused_from: tuple[str, ...] = ()
    c: float = 60.0
    weights: tuple[float, ...] = ()

    @property
    def whole_grades(self) -> bool:
        """Whether all grades are whole numbers, as all of the other tools want them."""
        return all(grade.is_integer() for grade in self.grades)

    @property
    def binary(self) -> bool:
        """Whether there are no grades but 0 and 1, where both gains are the grade."""
        return bool(self.grades) and set(self.grades) <= {0.0, 1.0}

    @property
    def level(self) -> int:
        """The smallest whole grade that counts as relevant."""
        return max(1, math.ceil(self.conventions.relevant_from or 1))

    @property
    def recall_cutoffs(self) -> list[int]:
        """The cut-offs of recall."""
        return sorted({self.conventions.k, self.deep})

    @property
    def gains(self) -> dict[int, int]:
        """The exponential gain of each grade whose gain is another number; empty where the grades are gains already."""
        if self.conventions.gain == "linear" or not self.whole_grades or not self.maps_gains:
            return {}
        return {int(grade): 2 ** int(grade) - 1 for grade in sorted(self.grades) if grade > 1}

    @property
    def maps_gains(self) -> bool:
        """Whether no grade is too large to be mapped to its exponential gain."""
        return max(self.grades, default=0.0) <= LARGEST_MAPPED


def trec_eval(subject: Subject) -> str:
    """Return the calls of trec_eval. It reads plain files only."""
    k = subject.conventions.k
    packed = [name for name in dict.fromkeys((subject.qrels, subject.run)) if name.endswith(".gz")]
    files = " ".join(_path(name.removesuffix(".gz")) for name in (subject.qrels, subject.run))
    level = [f"-l {subject.level}"] if subject.level > 1 else []
    cutoffs = ",".join(map(str, subject.recall_cutoffs))
    measures = [f"-m {each}" for each in (f"ndcg_cut.{k}", f"recall.{cutoffs}", f"P.{k}", f"map_cut.{k}")]
    lines = [_wrapped(["gunzip", "-k", *map(_path, packed)])] if packed else []
    lines += [
        _wrapped(["trec_eval -c", *level, *measures, f"-m success.{k}", files]),
        f"# -M cuts every measure, so RR@{k} has its own call",
        _wrapped(["trec_eval -c", *level, f"-M {k} -m recip_rank", files]),
    ]
    return "\n".join(lines)


def ir_measures(subject: Subject) -> str:
    """Return the call of ir_measures."""
    k = subject.conventions.k
    gains = ",".join(f"{grade}:{gain}" for grade, gain in subject.gains.items())
    relevant = f"(rel={subject.level})" if subject.level > 1 else ""
    measures = [
        f"nDCG(gains={{{gains}}})@{k}" if gains else f"nDCG@{k}",
        *(f"R{relevant}@{cutoff}" for cutoff in subject.recall_cutoffs),
        *(f"{name}{relevant}@{k}" for name in ("RR", "P", "AP", "Success")),
    ]
    return _wrapped([f"ir_measures {_path(subject.qrels)} {_path(subject.run)}", *map(shlex.quote, measures)])


def ranx(subject: Subject) -> str:
    """Return a script for ranx."""
    k = subject.conventions.k
    relevant = f"-l{subject.level}" if subject.level > 1 else ""
    ndcg = "ndcg_burges" if subject.conventions.gain == "exponential" else "ndcg"
    names = [f"recall@{cutoff}" for cutoff in subject.recall_cutoffs]
    names += [f"{name}@{k}" for name in ("mrr", "precision", "map", "hit_rate")]
    measures = [f"{ndcg}@{k}", *(name + relevant for name in names)]
    return "\n".join(
        [
            "from ranx import Qrels, Run, evaluate",
            "",
            f"qrels = Qrels.from_file({subject.qrels!r}, kind={_kind(subject.qrels)!r})",
            f"run = Run.from_file({subject.run!r}, kind={_kind(subject.run)!r})",
            f"measures = {' '.join(measures)!r}.split()",
            "print(evaluate(qrels, run, measures, make_comparable=True))",
        ]
    )


def python(subject: Subject) -> str:
    """Return a script that calls this program's own engine."""
    names = ["Conventions", "evaluate", *(["fuse"] if subject.fused_from else []), "rank", "read_qrels", "read_run"]
    chosen = subject.conventions
    default = Conventions()
    fields = {"k": chosen.k, "gain": chosen.gain} | {
        field: value
        for field in ("relevant_from", "order_by", "ties")
        if (value := getattr(chosen, field)) != getattr(default, field)
    }
    lines = [
        f"from core import {', '.join(names)}",
        "",
        f"conventions = Conventions({', '.join(f'{field}={value!r}' for field, value in fields.items())})",
        f"qrels = read_qrels({subject.qrels!r})",
    ]
    if subject.fused_from:
        weights = ", ".join(map(number_text, subject.weights))
        lines += [
            f"files = {list(subject.fused_from)!r}",
            "runs = [rank(read_run(file), conventions) for file in files]",
            f"run = fuse(runs, c={number_text(subject.c)}, weights=[{weights}])",
        ]
    else:
        lines.append(f"run = rank(read_run({subject.run!r}), conventions)")
    lines += ["table = evaluate(run, qrels, conventions)", "print(table.mean(numeric_only=True))"]
    return "\n".join(lines)


def worked_example(example: WorkedExample) -> str:
    """Return the worked example as calls of the definition, with their result."""
    grades = ", ".join(f"{document!r}: {number_text(grade)}" for document, grade in example.grades.items())
    options = f", gain={example.gain!r}"
    if example.relevant_from is not None:
        options += f", relevant_from={number_text(example.relevant_from)}"
    judged = example.judge(example.fused)
    result = {"recall": judged.recall, "rr": judged.rr, "ndcg": judged.ndcg}
    return "\n".join(
        [
            "from core.formulas import metrics, rrf",
            "",
            *(f"list_{place} = {list(ranking)!r}" for place, ranking in enumerate(example.lists, start=1)),
            f"weights = [{', '.join(map(number_text, example.weights))}]",
            f"fused = rrf([list_1, list_2], c={number_text(example.c)}, weights=weights)",
            f"grades = {{{grades}}}",
            f"print(metrics(fused, grades, {example.k}{options}))",
            f"# {result}",
        ]
    )


TOOLS: dict[str, Callable[[Subject], str]] = {
    "trec_eval": trec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
    "Python": python,
}
"""The tools by name, with the text of their commands."""


def _kind(name: str) -> str:
    return "gz" if name.endswith(".gz") else "trec"


def _path(name: str) -> str:
    """Quote a file name for a shell; one that begins with a dash must not be taken for an option."""
    return shlex.quote(f"./{name}" if name.startswith("-") else name)


def _wrapped(words: list[str]) -> str:
    """Join words to lines that a shell reads as one."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 3 <= _WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f"  {word}")
    return " \\\n".join(lines)
