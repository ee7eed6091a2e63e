"""The product and its peers at the same work, each function for a process of its own.

What a function needs is imported inside it, before its gauge begins, so that no process holds or waits for the
packages of another. All read the files themselves, each in its own way, and compute the same measures at k = 10.
"""

import warnings
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.measuring import Figures, Gauge, Measured

MEASURES = ("nDCG@10", "RR@10", "P@10", "Recall@10", "AP@10")
CONSTANTS = range(10, 101, 10)
"""The constants that ranx tries when nothing else is asked for."""


def product_one(qrels_file: Path, run_file: Path) -> Measured:
    """Evaluate one run with Rankscope."""
    from core import Conventions, evaluate, rank, read_qrels, read_run

    conventions = Conventions(k=10, gain="linear")
    gauge = Gauge()
    qrels = read_qrels(qrels_file)
    run = read_run(run_file)
    gauge.step("read")
    rankings = rank(run, conventions)
    gauge.step("rank")
    table = evaluate(rankings, qrels, conventions)
    gauge.step("evaluate")
    return gauge.measured(table[list(MEASURES)].to_dict())


def pytrec_eval_one(qrels_file: Path, run_file: Path) -> Measured:
    """Evaluate one run with pytrec_eval."""
    import pytrec_eval

    gauge = Gauge()
    with qrels_file.open() as lines:
        qrels = pytrec_eval.parse_qrel(lines)
    with run_file.open() as lines:
        run = pytrec_eval.parse_run(lines)
    gauge.step("read")
    measures = {"ndcg_cut.10", "recip_rank", "P.10", "recall.10", "map_cut.10"}
    answers = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    gauge.step("evaluate")
    names = {"nDCG@10": "ndcg_cut_10", "P@10": "P_10", "Recall@10": "recall_10", "AP@10": "map_cut_10"}
    figures = {ours: {query: row[theirs] for query, row in answers.items()} for ours, theirs in names.items()}
    # its reciprocal rank has no cut-off; below rank 10 nothing counts here
    ranks = {query: row["recip_rank"] for query, row in answers.items()}
    figures["RR@10"] = {query: value if value > 1 / 10.5 else 0.0 for query, value in ranks.items()}
    return gauge.measured(figures)


def ir_measures_one(qrels_file: Path, run_file: Path) -> Measured:
    """Evaluate one run with ir_measures."""
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG

    names = {nDCG @ 10: "nDCG@10", RR @ 10: "RR@10", P @ 10: "P@10", R @ 10: "Recall@10", AP @ 10: "AP@10"}
    list(ir_measures.iter_calc(list(names), {"q": {"d": 1}}, {"q": {"d": 1.0}}))  # imports what computes them
    gauge = Gauge()
    qrels = ir_measures.read_trec_qrels(str(qrels_file))  # type: ignore[no-untyped-call]
    run = ir_measures.read_trec_run(str(run_file))  # type: ignore[no-untyped-call]
    answers = list(ir_measures.iter_calc(list(names), qrels, run))
    gauge.step("read and evaluate")  # it reads as it goes
    figures: Figures = {name: {} for name in names.values()}
    for answer in answers:
        figures[names[answer.measure]][answer.query_id] = float(answer.value)
    return gauge.measured(figures)


def ranx_one(qrels_file: Path, run_file: Path, longest: tuple[int, int]) -> Measured:
    """Evaluate one run with ranx; for ``longest`` see :func:`_warm_ranx`."""
    from ranx import Qrels, Run, evaluate

    _warm_ranx(longest)
    gauge = Gauge()
    qrels = Qrels.from_file(str(qrels_file), kind="trec")
    run = Run.from_file(str(run_file), kind="trec")
    gauge.step("read")
    values = evaluate(qrels, run, list(_RANX), return_mean=False)
    gauge.step("evaluate")
    return gauge.measured(_ranx_figures(qrels, values))


def product_fusion(qrels_file: Path, run_files: Sequence[Path], *, in_order: bool = False) -> Measured:
    """Fuse runs and evaluate the fusion with Rankscope, if asked to with all documents of all lists in order."""
    from core import Conventions, evaluate, fuse, rank, read_qrels, read_run

    conventions = Conventions(k=10, gain="linear")
    gauge = Gauge()
    qrels = read_qrels(qrels_file)
    rankings = [rank(read_run(file), conventions) for file in run_files]
    gauge.step("read and rank")
    fused = fuse(rankings, c=60)
    if in_order:
        _ = fused.ids, fused.all_scores
    gauge.step("fuse")
    table = evaluate(fused, qrels, conventions)
    gauge.step("evaluate")
    return gauge.measured(table[list(MEASURES)].to_dict())


def ranx_fusion(qrels_file: Path, run_files: Sequence[Path], longest: tuple[int, int]) -> Measured:
    """Fuse runs and evaluate the fusion with ranx; for ``longest`` see :func:`_warm_ranx`."""
    from ranx import Qrels, Run, evaluate, fuse

    _warm_ranx(longest)
    gauge = Gauge()
    qrels = Qrels.from_file(str(qrels_file), kind="trec")
    runs = [Run.from_file(str(file), kind="trec") for file in run_files]
    gauge.step("read and rank")
    fused = fuse(runs, norm=None, method="rrf", params={"k": 60})
    gauge.step("fuse")
    values = evaluate(qrels, fused, list(_RANX), return_mean=False)
    gauge.step("evaluate")
    return gauge.measured(_ranx_figures(qrels, values))


def product_curve(qrels_file: Path, run_files: Sequence[Path], k: int) -> Measured:
    """Evaluate the fusion at each constant with Rankscope."""
    from core import Conventions, rank, read_qrels, read_run
    from core.matching import match
    from core.measures import Ideal
    from core.sensitivity import JudgedMatch

    conventions = Conventions(k=k, gain="linear")
    gauge = Gauge()
    qrels = read_qrels(qrels_file)
    rankings = [rank(read_run(file), conventions) for file in run_files]
    gauge.step("read and rank")
    judged = JudgedMatch.of(match(rankings), qrels, Ideal.of(qrels))
    gauge.step("match")
    means = {str(c): judged.evaluate(conventions, c=c)[f"nDCG@{k}"].mean().item() for c in CONSTANTS}
    gauge.step("points")
    return gauge.measured({f"mean nDCG@{k}": means})


def ranx_curve(qrels_file: Path, run_files: Sequence[Path], longest: tuple[int, int]) -> Measured:
    """Evaluate the fusion at each constant with ranx; for ``longest`` see :func:`_warm_ranx`."""
    from ranx import Qrels, Run

    _warm_ranx(longest)
    gauge = Gauge()
    qrels = Qrels.from_file(str(qrels_file), kind="trec")
    runs = [Run.from_file(str(file), kind="trec") for file in run_files]
    gauge.step("read and rank")
    means = _ranx_means(qrels, runs)
    gauge.step("points")
    return gauge.measured({"mean nDCG@10": means})


_RANX = {"ndcg@10": "nDCG@10", "mrr@10": "RR@10", "precision@10": "P@10", "recall@10": "Recall@10", "map@10": "AP@10"}


def _warm_ranx(longest: tuple[int, int]) -> None:
    """Have everything compiled that the functions here call.

    ranx compiles for the length of the longest document id, so the qrels and the runs here have ids as long as
    ``longest`` says. It also goes on with a single thread once it has seen fewer than ten queries.
    """
    from numba.core.errors import NumbaTypeSafetyWarning
    from ranx import Qrels, Run, evaluate, fuse

    warnings.simplefilter("ignore", NumbaTypeSafetyWarning)  # compiling says how ids are hashed
    judged, returned = ("d" * length for length in longest)
    queries = [f"q{number}" for number in range(20)]
    qrels = Qrels.from_dict({query: {judged: 1, "d": 1} for query in queries})
    runs = [Run.from_dict({query: {returned: 2.0, "d": 1.0} for query in queries}) for _ in range(2)]
    evaluate(qrels, runs[0], list(_RANX), return_mean=False)
    evaluate(qrels, fuse(runs, norm=None, method="rrf", params={"k": 60}), list(_RANX), return_mean=False)
    _ranx_means(qrels, runs)


def _ranx_means(qrels: object, runs: Sequence[object]) -> dict[str, float]:
    from ranx import optimize_fusion

    _, answer = optimize_fusion(
        qrels=qrels,
        runs=runs,
        norm=None,
        method="rrf",
        metric="ndcg@10",
        return_optimization_report=True,
        min_k=CONSTANTS[0],
        max_k=CONSTANTS[-1],
        step=CONSTANTS.step,
        show_progress=False,
    )
    return {str(c): float(mean) for c, mean in zip(CONSTANTS, answer.results, strict=True)}


def _ranx_figures(qrels: object, values: dict) -> Figures:
    queries = list(qrels.keys())  # type: ignore[attr-defined]
    return {ours: dict(zip(queries, map(float, values[theirs]), strict=True)) for theirs, ours in _RANX.items()}
