"""What Python itself asks of a module: type hints that resolve, a star import without extras, a listing."""

import inspect
import subprocess
import sys
import typing

import pytest

from discordant import fast


@pytest.mark.parametrize("name", fast.__all__)
def test_the_hints_of_a_scalar_function_resolve(name):
    hints = typing.get_type_hints(getattr(fast, name))
    assert "return" in hints
    assert inspect.signature(getattr(fast, name), eval_str=True).parameters.keys() == hints.keys() - {"return"}


def test_the_hints_of_an_array_function_resolve():
    pytest.importorskip("numpy")
    for name in fast.batch.__all__:
        assert typing.get_type_hints(getattr(fast.batch, name))


def test_a_star_import_needs_no_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from discordant.fast import *\n"
        "print(exact_p(17, 3), decide(17, 3, '0.05'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0.0025768280029296875 True\n"


def test_the_listing_has_what_loads_later_and_no_scaffolding():
    listed = dir(fast)
    assert {*fast.__all__, "batch"} <= set(listed)
    assert not {"TYPE_CHECKING", "importlib", "Any"} & set(listed)
