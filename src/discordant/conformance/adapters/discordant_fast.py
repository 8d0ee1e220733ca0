"""discordant's own fast path, held to the vectors like any other implementation."""

from __future__ import annotations

from typing import Any

from discordant.conformance.serve import Functions, number, serve
from discordant.errors import DiscordantError


def load() -> tuple[dict[str, str], Functions]:
    """Return the functions of `discordant.fast`."""
    from discordant import __version__, fast

    def with_log(value: Any, log: Any) -> Any:
        def answer(inputs: dict[str, str]) -> dict[str, str]:
            options = {name: inputs[name] for name in ("alternative",) if name in inputs}
            b, c = number(inputs["b"]), number(inputs["c"])
            try:
                return {"value": float.hex(value(b, c, **options)), "log": float.hex(log(b, c, **options))}
            except DiscordantError as refusal:
                raise ValueError(refusal) from None

        return answer

    def tail(function: Any, correction: int) -> Any:
        def answer(inputs: dict[str, str]) -> float:
            b, c = number(inputs["b"]), number(inputs["c"])
            try:
                p: float = function(b, c)
            except DiscordantError as refusal:
                raise ValueError(refusal) from None
            if inputs["output"] == "statistic":
                gap = max(0, abs(b - c) - correction)
                return float(gap * gap / max(1, b + c))
            return p

        return answer

    about = {"name": "discordant.fast", "version": __version__, "language": "Python"}
    return about, {
        "exact_p": with_log(fast.exact_p, fast.log_exact_p),
        "exact_p_one_sided": with_log(fast.exact_p, fast.log_exact_p),
        "mid_p": with_log(fast.mid_p, fast.log_mid_p),
        "chi_square": tail(fast.chi_square_p, 0),
        "edwards": tail(fast.edwards_p, 1),
    }


if __name__ == "__main__":
    serve(load)
