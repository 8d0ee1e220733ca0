"""Functions that use every construct of the translator's subset, negative operands included, and compute nothing else.

`differential.py` runs them in Python and, translated, in Coq. Each is defined for all integers.
"""


def floor_division(x: int, y: int) -> tuple[int, int, int, int]:
    """Return quotients and remainders by the odd numbers 2y+1 and -(2y+1)."""
    return x // (2 * y + 1), x % (2 * y + 1), x // -(2 * y + 1), x % -(2 * y + 1)


def powers(x: int, y: int) -> tuple[int, int, int]:
    """Return powers with a parenthesized and a plain negative base."""
    return (-x) ** (y % 5), -(x ** (y % 5)), 2 ** abs(y)


def extremes(x: int, y: int) -> tuple[int, int, int]:
    """Return the smaller, the larger and the distance."""
    return min(x, y), max(x, y), abs(x - y)


def comparisons(x: int, y: int) -> tuple[int, int, int, int, int, int]:
    """Return each comparison as 0 or 1."""
    return (
        1 if x < y else 0,
        1 if x <= y else 0,
        1 if x > y else 0,
        1 if x >= y else 0,
        1 if x == y else 0,
        1 if x != y else 0,
    )


def branches(x: int, y: int) -> int:
    """Return a value by returns in nested branches, with and without else."""
    if x < 0:
        return -x
    if x == y:
        return 7
    elif x > y:  # noqa: RET505 - the form is what is tested
        z = x - y
        return z  # noqa: RET504 - so is the assignment
    else:
        return y - x


def augmented(x: int, y: int) -> int:
    """Return the result of every augmented assignment."""
    x += y
    x -= 3
    x *= 5
    x //= 7
    x %= 101
    x **= 2
    return x


def simultaneous(x: int, y: int) -> tuple[int, int]:
    """Return an exchange by tuple assignment, which evaluates its right side first."""
    x, y = y, x - y
    return x, y


def nested_loops(x: int, y: int) -> tuple[int, int]:
    """Return sums over loops with one bound, two bounds, an empty range, and a bound that the body changes."""
    total = 0
    last = x % 6
    for i in range(last):
        last = last - 1
        width = i + y % 4
        for j in range(-2, width):
            step = i * j
            total += step - last
    for k in range(5, 2):
        total = k
    return total, last


def calls(x: int, y: int) -> tuple[int, int]:
    """Return what functions above return."""
    first, second = simultaneous(x, y)
    return branches(first, second), augmented(x, branches(y, x))
