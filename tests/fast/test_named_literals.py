"""The hot functions write some numbers out, since a look-up of a name costs time: they are those that have names."""

from __future__ import annotations

import pytest

from discordant.fast import ratio_pieces, scalar, triangle, uniform, uniform_pieces
from discordant.fast.generate import pieces

WRITTEN = [
    (uniform_pieces.tail, {float(uniform_pieces.PER_UNIT), 1 / uniform_pieces.PER_UNIT, uniform_pieces.FIRST}),
    (uniform.tail, {uniform_pieces.FIRST / uniform_pieces.PER_UNIT}),
    (ratio_pieces.tail, {float(pieces.PER_UNIT), 1 / pieces.PER_UNIT}),  # as its generator cuts rho
    (
        scalar.exact_p,
        {
            uniform_pieces.PER_UNIT // uniform_pieces.FIRST,
            scalar._REMEMBERED_N,
            scalar._REMEMBERED_N.bit_length() - 1,
            triangle.SMALL,
        },
    ),
]


@pytest.mark.parametrize(("function", "named"), WRITTEN, ids=lambda value: getattr(value, "__module__", None))
def test_the_numbers_written_out_are_those_that_have_names(function, named):
    assert named <= set(function.__code__.co_consts)
