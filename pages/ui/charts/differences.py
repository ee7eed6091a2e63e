"""The difference of every query, largest gain first: where a difference of means comes from."""

import altair as alt
import numpy as np
import pandas as pd

from core.comparison import BETTER, TIED, WORSE
from pages.ui.charts.layers import by_role, finish, paint, query_pick, query_tooltip
from pages.ui.words import signed

HEIGHT = 330
MOST_BARS, MOST_STEPS, BINS = 150, 1_500, 400
"""Up to so many queries each has a bar, up to so many a step; above, queries are binned by rank."""

_LABELS_A_SIDE = 5
_LABEL_GAP = 19 / (HEIGHT - 60)
"""Height of a label as a share of the y domain: 19 of the pixels that axis and title leave."""
_LONGEST_LABEL = 28
_SIGNED = "datum.value == 0 ? '0' : replace(format(datum.value, '+.1f'), '-', '−')"


def difference_chart(
    queries: pd.DataFrame, *, measure: str, pair: str, mean: float, chosen: str | None
) -> alt.LayerChart:
    """Draw the differences of all queries.

    Parameters
    ----------
    queries
        One row per query, largest gain first: ``query``, ``text``, ``baseline``, ``system``,
        ``difference``, ``outcome``.
    measure, pair
        Names for the axes: ``nDCG@10`` and ``B − A``.
    mean
        The mean difference.
    chosen
        The query to mark.

    Returns
    -------
    altair.LayerChart
        Selection ``pick`` gives the ``query`` of a click, where queries are not binned.
    """
    n = len(queries)
    frame = queries.assign(place=np.arange(1, n + 1), role=queries["outcome"])
    low, high = _domain(frame["difference"])
    x = alt.X(
        "left:Q",
        title=f"{n:,} {'query' if n == 1 else 'queries'}, largest gain first",
        scale=alt.Scale(domain=[0.5, n + 0.5], nice=False),
        axis=alt.Axis(values=_ticks(n), format=",d", grid=False, labelAngle=0),
    )
    y = alt.Y(
        "difference:Q",
        title=f"Δ {measure}, {pair}",
        scale=alt.Scale(domain=[low, high], nice=False),
        axis=alt.Axis(labelExpr=_SIGNED, tickCount=8),
    )
    layers = [*_highlight(frame, chosen, x, low, high), *_bars(frame, x, y), *_rules(mean)]
    layers += _words(frame, mean, low, high)
    if n <= MOST_STEPS:
        layers.append(_hits(frame, x, low, high))
    return finish(layers, HEIGHT)


def _domain(difference: pd.Series) -> tuple[float, float]:
    low, high = min(float(difference.min()), 0.0), max(float(difference.max()), 0.0)
    if high - low < 1e-9:
        return -1.0, 1.0
    room = 0.14 * (high - low)  # counts stand on the empty side of zero
    return low - (room if low == 0 else 0.03 * (high - low)), high + (room if high == 0 else 0.03 * (high - low))


def _ticks(n: int) -> list[int]:
    step = next(step for most, step in ((60, 10), (120, 20), (300, 50), (2_000, 100), (10**9, 1_000)) if n <= most)
    return [1, *range(step, n + 1, step)] if n > 1 else [1]


def _highlight(frame: pd.DataFrame, chosen: str | None, x: alt.X, low: float, high: float) -> list[alt.Chart]:
    row = frame[frame["query"] == chosen]
    if row.empty:
        return []
    place = float(row["place"].iloc[0])
    width = max(0.5, 0.004 * len(frame))
    band = pd.DataFrame({"left": [place - width], "right": [place + width], "low": [low], "high": [high]})
    return [
        paint(alt.Chart(band).mark_rect(opacity=0.25), "tied").encode(
            x=x, x2=alt.X2("right"), y=alt.Y("low:Q"), y2=alt.Y2("high")
        )
    ]


def _bars(frame: pd.DataFrame, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    n = len(frame)
    if n <= MOST_BARS:
        bars = frame[["place", "difference", "role"]].assign(left=frame["place"] - 0.4, right=frame["place"] + 0.4)
        moved = bars[bars["role"] != TIED].assign(zero=0.0)
        still = bars[bars["role"] == TIED].assign(left=bars["place"], difference=0.0)
        return [
            alt.Chart(moved).mark_rect().encode(x=x, x2=alt.X2("right"), y=y, y2=alt.Y2("zero"), color=by_role()),
            paint(alt.Chart(still).mark_circle(size=12, opacity=1), "tied").encode(x=x, y=y),
        ]
    if n <= MOST_STEPS:
        steps = frame[["difference", "role"]].assign(left=frame["place"] - 0.5)
    else:
        binned = frame.groupby(pd.cut(frame["place"], BINS, labels=False))
        steps = binned.agg(difference=("difference", "mean"), place=("place", "first"))
        steps = steps.assign(left=steps["place"] - 0.5, role=np.where(steps["difference"] > 0, BETTER, WORSE))
    layers = []
    for role, sign in ((BETTER, 1), (WORSE, -1)):
        side = steps[steps["difference"] * sign > 0]
        if not side.empty:
            # an area step reaches to the next point: the last one is repeated at its right edge
            following = steps["left"][steps["left"] > side["left"].iloc[-1]]
            edge = float(following.iloc[0]) if len(following) else n + 0.5
            closed = pd.concat([side, side.iloc[[-1]].assign(left=edge)])[["left", "difference"]]
            area = alt.Chart(closed).mark_area(interpolate="step-after", opacity=1)
            layers.append(paint(area, role).encode(x=x, y=y))
    return layers


def _rules(mean: float) -> list[alt.Chart]:
    zero = alt.Chart(pd.DataFrame({"at": [0.0]})).mark_rule()
    dashed = alt.Chart(pd.DataFrame({"at": [mean]})).mark_rule(strokeDash=[4, 3])
    return [paint(rule, "guide").encode(y=alt.Y("at:Q")) for rule in (zero, dashed)]


def _words(frame: pd.DataFrame, mean: float, low: float, high: float) -> list[alt.Chart]:
    """Print the mean, the counts and the most extreme queries where they collide with nothing.

    One layer per alignment: building a layer takes longer than filling it.
    """
    gap = _LABEL_GAP * (high - low)
    rows = _counts(frame, mean, gap)
    if len(frame) <= MOST_STEPS:
        rows += _side_labels(frame, gap, 1) + _side_labels(frame.iloc[::-1], gap, -1)
    end = len(frame) + 0.5
    rows.append({"from": end, "to": end, "height": mean, "label": f"mean {signed(mean)}", "align": "left"})
    words = pd.DataFrame(rows).fillna({"role": "guide"})
    layers = []
    leaders = words[words["from"] != words["to"]]
    if not leaders.empty:
        rule = alt.Chart(leaders).mark_rule(strokeWidth=0.8, opacity=0.8)
        layers.append(paint(rule, "tied").encode(x=alt.X("from:Q"), x2=alt.X2("to"), y=alt.Y("height:Q")))
    for align, dx in (("left", 7), ("right", -7), ("center", 0)):
        side = words[words["align"] == align]
        if not side.empty:
            text = alt.Chart(side).mark_text(align=align, dx=dx, fontSize=12, fontWeight=400 if dx else 600)
            layers.append(text.encode(x=alt.X("to:Q"), y=alt.Y("height:Q"), text=alt.Text("label:N"), color=by_role()))
    return layers


def _side_labels(frame: pd.DataFrame, gap: float, sign: int) -> list[dict[str, object]]:
    """Choose labels of one side, walking from the extreme inward."""
    sizes = frame["difference"].to_numpy() * sign
    places, n = frame["place"].to_numpy(), len(frame)
    kept: list[dict[str, object]] = []
    last = np.inf
    for size, place, query, text in zip(sizes, places, frame["query"], frame["text"], strict=True):
        if size < 2.4 * gap or len(kept) == _LABELS_A_SIDE:
            break
        if last - size < gap:
            continue
        reached = int((sizes > size - 0.62 * gap).sum())  # bars that reach into the band of the label
        edge = (reached + 0.5) if sign > 0 else (n - reached + 0.5)
        own = place + 0.5 * sign
        if abs(edge - own) > max(4, 0.09 * n):
            continue
        label = " ".join(f"{query} {text}".split())
        if len(label) > _LONGEST_LABEL:
            label = label[: _LONGEST_LABEL - 1].rstrip() + "…"
        align = "left" if sign > 0 else "right"
        kept.append({"from": own, "to": edge, "height": size * sign, "label": label, "align": align})
        last = size
    return kept


def _counts(frame: pd.DataFrame, mean: float, gap: float) -> list[dict[str, object]]:
    """Place better, tied and worse where the chart is empty: across zero from their bars, clear of the mean."""
    rows: list[dict[str, object]] = []
    below, above = min(mean, 0.0) - 0.75 * gap, max(mean, 0.0) + 0.65 * gap
    for outcome, mark, role, height in (
        (BETTER, "▲ ", "betterText", below),
        (TIED, "", "guide", below),
        (WORSE, "▼ ", "worseText", above),
    ):
        places = frame["place"][frame["outcome"] == outcome]
        if not places.empty:
            at = float(places.mean())
            label = f"{mark}{len(places):,} {outcome}"
            rows.append({"from": at, "to": at, "height": height, "label": label, "role": role, "align": "center"})
    return rows


def _hits(frame: pd.DataFrame, x: alt.X, low: float, high: float) -> alt.Chart:
    """Make the whole column of a query answer to the pointer, also where its bar has no height."""
    columns = frame.assign(left=frame["place"] - 0.5, right=frame["place"] + 0.5, low=low, high=high)
    columns = columns[["left", "right", "low", "high", "query", "text", "baseline", "system", "difference"]]
    return (
        alt.Chart(columns)
        .mark_rect(opacity=0)
        .encode(
            x=x,
            x2=alt.X2("right"),
            y=alt.Y("low:Q"),
            y2=alt.Y2("high"),
            tooltip=query_tooltip(),
        )
        .add_params(query_pick())
    )
