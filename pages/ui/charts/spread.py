"""Labels beside their marks, moved apart where they would lie on each other."""

from collections.abc import Sequence


def spread(wanted: Sequence[float], *, gap: float, low: float, high: float) -> list[float]:
    """Return a place for each label, as near to the wanted one as ``gap`` allows, in the same order.

    Labels that need more room than there is between ``low`` and ``high`` share it evenly.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    # without its share of the gaps a label may equal its neighbour, so groups that collide take their mean
    groups: list[tuple[float, int]] = []
    for place, index in enumerate(order):
        mean, size = wanted[index] - place * gap, 1
        while groups and groups[-1][0] > mean:
            before, members = groups.pop()
            mean, size = (before * members + mean * size) / (members + size), members + size
        groups.append((mean, size))
    lowest, highest = low, high - (len(wanted) - 1) * gap
    bases = [min(max(mean, lowest), highest) for mean, size in groups for _ in range(size)]
    placed = [0.0] * len(wanted)
    for place, (index, base) in enumerate(zip(order, bases, strict=True)):
        placed[index] = base + place * gap
    return placed
