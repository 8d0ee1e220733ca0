"""Effect sizes and their undefined cases."""

import math
from fractions import Fraction

import pytest

from discordant.errors import TableError, UndefinedError
from discordant.exact.effects import cohen_g, delta, odds_ratio, risk_ratio
from discordant.table import Discordant, Table


def test_worked_example():
    table = Table(157, 17, 3, 23)
    assert delta(table) == Fraction(7, 100)
    assert odds_ratio(17, 3) == Fraction(17, 3)
    assert risk_ratio(table) == Fraction(174, 160)
    assert cohen_g(17, 3) == Fraction(17, 20) - Fraction(1, 2)
    assert cohen_g(3, 17) == -cohen_g(17, 3)


def test_zero_cells_give_infinite_or_undefined_ratios():
    assert odds_ratio(2, 0) == math.inf
    assert odds_ratio(0, 2) == 0
    assert odds_ratio(0, 0) is None
    assert risk_ratio(Table(0, 2, 0, 1)) == math.inf
    assert risk_ratio(Table(0, 0, 2, 1)) == 0
    assert risk_ratio(Table(0, 0, 0, 9)) is None
    assert cohen_g(0, 0) is None


def test_delta_of_no_items_is_refused():
    with pytest.raises(UndefinedError, match="N is 0"):
        delta(Table(0, 0, 0, 0))


def test_discordant_counts_alone_have_no_delta_and_no_ratio_of_pass_rates():
    with pytest.raises(TableError, match="delta needs all four cells"):
        delta(Discordant(1, 2))
    with pytest.raises(TableError, match="the ratio of pass rates needs all four cells"):
        risk_ratio(Discordant(1, 2))
