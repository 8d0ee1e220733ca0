"""Translate a small subset of integer Python to Gallina, Coq's programming language. Everything else is refused.

usage: python3 proofs/tools/py2coq.py SOURCE.py > GENERATED.v

The subset: functions of ints that return an int or a tuple of ints; + - * // % ** and unary minus; min and max of two,
abs; a single comparison as a condition; assignment to a name or to distinct names, augmented assignment; `for NAME in
range(...)` with one or two bounds; `if ...: return ...`; `X if ... else Y`; calls of functions defined above.

Python's int is Coq's Z, `//` is Z.div and `%` is Z.modulo (both floor), a range loop is a fold (`program/PySem.v`).
Coq's operators are total where Python's raise, so for every function f a proposition `f_safe` is emitted too: no
divisor of `//` or `%` is 0, no exponent of `**` is negative, and what f calls is safe as well. Inside and after a loop
the names that it assigns are taken as arbitrary, so a proof of `f_safe` needs no loop invariant.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "mod",
    ast.Pow: "^",
}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "({} <? {})",
    ast.LtE: "({} <=? {})",
    ast.Gt: "({} >? {})",
    ast.GtE: "({} >=? {})",
    ast.Eq: "({} =? {})",
    ast.NotEq: "(negb ({} =? {}))",
}
BUILTINS = {"min": ("Z.min", 2), "max": ("Z.max", 2), "abs": ("Z.abs", 1)}
COQ_WORDS = "as at cofix else end exists fix for forall fun if in let match mod return then using where with"
RESERVED = frozenset([*COQ_WORDS.split(), "for_range", "negb", "range", *BUILTINS])
INT = 1
"""The type of an expression is the number of ints in it: 1 is an int, more a tuple."""


class RefusedError(Exception):
    """The source leaves the subset; the message gives the line and the reason."""

    def __init__(self, node: ast.AST, reason: str) -> None:
        super().__init__(f"line {getattr(node, 'lineno', '?')}: {reason}")


@dataclass(frozen=True)
class Term:
    """A translated expression: its Gallina text, its type, and what must hold for Python not to raise."""

    text: str
    type: int
    obligations: tuple[str, ...] = ()


@dataclass
class Function:
    """The translation of one function, given the return types of those above it."""

    known: dict[str, int]
    bound: set[str] = field(default_factory=set)

    # ---------- names ----------
    def fresh(self, name: str, node: ast.AST) -> str:
        """Return `name` if it can stand for a Coq variable."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name in RESERVED or name.endswith("_safe"):
            raise RefusedError(node, f"the name {name!r} has another meaning in Coq")
        if name in self.known:
            raise RefusedError(node, f"{name!r} is a function defined above")
        return name

    # ---------- expressions ----------
    def integer(self, node: ast.expr) -> Term:
        """Translate an expression that must be an int."""
        term = self.expression(node)
        if term.type != INT:
            raise RefusedError(node, "a tuple stands where an int is needed")
        return term

    def expression(self, node: ast.expr) -> Term:
        """Translate an expression."""
        match node:
            case ast.Constant(value=value) if type(value) is int:
                return Term(str(value), INT)
            case ast.Name(id=name):
                if name not in self.bound:
                    raise RefusedError(node, f"{name!r} may be unbound here")
                return Term(name, INT)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.integer(operand)
                return Term(f"(- {inner.text})", INT, inner.obligations)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return self.operation(self.integer(left), op, self.integer(right))
            case ast.Tuple(elts=elements) if len(elements) >= 2:
                terms = [self.integer(element) for element in elements]
                return Term(f"({', '.join(t.text for t in terms)})", len(terms), _all(terms))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                condition, yes, no = self.condition(test), self.expression(body), self.expression(orelse)
                if yes.type != no.type:
                    raise RefusedError(node, "the two branches have different types")
                guarded = (*_when(condition, "true", yes.obligations), *_when(condition, "false", no.obligations))
                text = f"(if {condition.text} then {yes.text} else {no.text})"
                return Term(text, yes.type, condition.obligations + guarded)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self.call(node, name, arguments)
        raise RefusedError(node, f"{type(node).__name__} ({ast.unparse(node)}) is outside the subset")

    def operation(self, left: Term, op: ast.operator, right: Term) -> Term:
        """Apply an operator, and note what it needs: a divisor other than 0, an exponent not below 0."""
        needs: tuple[str, ...] = ()
        if isinstance(op, ast.FloorDiv | ast.Mod):
            needs = (f"{right.text} <> 0",)
        elif isinstance(op, ast.Pow):
            needs = (f"0 <= {right.text}",)
        text = f"({left.text} {OPERATORS[type(op)]} {right.text})"
        return Term(text, INT, left.obligations + right.obligations + needs)

    def call(self, node: ast.Call, name: str, arguments: list[ast.expr]) -> Term:
        """Translate a call of min, max, abs or a function defined above; the callee must be safe."""
        terms = [self.integer(argument) for argument in arguments]
        texts = " ".join(t.text for t in terms)
        if name in self.bound:
            raise RefusedError(node, f"{name!r} is a local name, not a function")
        if name in BUILTINS:
            function, arity = BUILTINS[name]
            if len(terms) != arity:
                raise RefusedError(node, f"{name} takes {arity} argument{'s' * (arity > 1)} in the subset")
            return Term(f"({function} {texts})", INT, _all(terms))
        if name not in self.known:
            raise RefusedError(node, f"{name!r} is not a function defined above")
        return Term(f"({name} {texts})", self.known[name], (*_all(terms), f"{name}_safe {texts}"))

    def condition(self, node: ast.expr) -> Term:
        """Translate a single comparison."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
                first, second = self.integer(left), self.integer(right)
                text = COMPARISONS[type(op)].format(first.text, second.text)
                return Term(text, INT, first.obligations + second.obligations)
        raise RefusedError(node, "a condition is a single comparison in the subset")

    # ---------- statements ----------
    def targets(self, node: ast.expr) -> list[str]:
        """Return the names that an assignment's left side binds."""
        match node:
            case ast.Name(id=name):
                return [self.fresh(name, node)]
            case ast.Tuple(elts=elements) if all(isinstance(e, ast.Name) for e in elements):
                names = [self.fresh(e.id, e) for e in elements if isinstance(e, ast.Name)]
                if len(set(names)) == len(names) >= 2:
                    return names
        raise RefusedError(node, "the target of an assignment is a name or distinct names")

    def assignment(self, node: ast.stmt) -> tuple[list[str], Term]:
        """Return the names that a statement assigns and what it gives them."""
        match node:
            case ast.Assign(targets=[target], value=value):
                term, names = self.expression(value), self.targets(target)
                if term.type != len(names):
                    raise RefusedError(node, f"{len(names)} name(s) are given {term.type} value(s)")
                return names, term
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value) if type(op) in OPERATORS:
                return [name], self.operation(self.integer(ast.Name(name, lineno=node.lineno)), op, self.integer(value))
        raise RefusedError(node, f"{type(node).__name__} ({ast.unparse(node).splitlines()[0]}) is outside the subset")

    def assigned(self, body: list[ast.stmt]) -> list[str]:
        """Return the names that `body` assigns, in order of first assignment."""
        names: list[str] = []
        for node in body:
            match node:
                case ast.Assign(targets=[target]):
                    found = self.targets(target)
                case ast.AugAssign(target=ast.Name(id=name)):
                    found = [name]
                case ast.For(body=inner):
                    found = self.assigned(inner)
                case _:
                    raise RefusedError(node, f"{type(node).__name__} is outside the subset of loop bodies")
            names += [name for name in found if name not in names]
        return names

    def loop(self, node: ast.For) -> tuple[str, str, str, list[str]]:
        """Return the loop variable, the two bounds, and the state: the names that live on and change."""
        match node:
            case ast.For(target=ast.Name(id=index), iter=ast.Call(func=ast.Name(id="range"), args=bounds, keywords=[])):
                pass
            case _:
                raise RefusedError(node, "a loop is `for NAME in range(...)` in the subset")
        if node.orelse or len(bounds) not in (1, 2):
            raise RefusedError(node, "a loop has one or two bounds, no step and no else in the subset")
        terms = [self.integer(bound) for bound in bounds]
        if _all(terms):
            raise RefusedError(node, "the bounds of a loop are free of division, remainder, power and calls")
        low, high = ("0", terms[0].text) if len(terms) == 1 else (terms[0].text, terms[1].text)
        self.fresh(index, node)
        changed = self.assigned(node.body)
        if index in self.bound or index in changed:
            raise RefusedError(node, f"the loop variable {index!r} is also another name's value")
        state = [name for name in changed if name in self.bound]
        if not state:
            raise RefusedError(node, "the loop changes nothing that lives after it")
        return index, low, high, state

    def block(self, body: list[ast.stmt], result: list[str] | None) -> tuple[list[str], list[str], int]:
        """Return the lines of the value, the lines of the safety condition ([] if none is needed), and the type.

        `result` is None at the top of a function, where a `return` ends the block; in a loop body it is the state.
        """
        if not body:
            if result is None:
                raise RefusedError(ast.stmt(), "a path ends without a return")
            return [_tuple(result)], [], len(result)
        node, rest = body[0], body[1:]
        match node:
            case ast.Return(value=value) if result is None and value is not None:
                if rest:
                    raise RefusedError(rest[0], "code after a return")
                term = self.expression(value)
                return [term.text], _conjunction([[obligation] for obligation in term.obligations]), term.type
            case ast.If(test=test, body=then, orelse=orelse) if result is None:
                return self.branch(node, self.condition(test), then, orelse, rest)
            case ast.For():
                return self.fold(node, rest, result)
        names, term = self.assignment(node)
        self.bound |= set(names)
        lines, safe, kind = self.block(rest, result)
        let = f"let {names[0] if len(names) == 1 else chr(39) + _tuple(names)} := {term.text} in"
        under = [let, *_indent(safe)] if _mention(safe, names) else safe
        return [let, *lines], _conjunction([*([need] for need in term.obligations), under]), kind

    def branch(
        self, node: ast.If, condition: Term, then: list[ast.stmt], orelse: list[ast.stmt], rest: list[ast.stmt]
    ) -> tuple[list[str], list[str], int]:
        """Translate an if whose branches return."""
        if orelse and rest:
            raise RefusedError(rest[0], "code after an if with an else")
        before = set(self.bound)
        yes, yes_safe, yes_type = self.block(then, None)
        self.bound = set(before)
        no, no_safe, no_type = self.block(orelse or rest, None)
        if yes_type != no_type:
            raise RefusedError(node, "the two branches return different types")
        guards = [
            [f"{condition.text} = {flag} ->", *_indent(part)]
            for flag, part in (("true", yes_safe), ("false", no_safe))
            if part
        ]
        safe = _conjunction([*([need] for need in condition.obligations), *guards])
        return [f"if {condition.text} then", *_indent(yes), "else", *_indent(no)], safe, yes_type

    def fold(self, node: ast.For, rest: list[ast.stmt], result: list[str] | None) -> tuple[list[str], list[str], int]:
        """Translate a loop and what follows it."""
        index, low, high, state = self.loop(node)
        outside = set(self.bound)
        self.bound |= {index}
        inner, inner_safe, _ = self.block(node.body, state)
        self.bound = outside  # neither the loop variable nor a name first bound in the loop lives after it
        lines, safe, kind = self.block(rest, result)
        pattern = state[0] if len(state) == 1 else "'" + _tuple(state)
        inner[-1] += f") {_tuple(state)} in"
        fold = [f"let {pattern} := for_range {low} {high} (fun {index} {pattern} =>", *_indent(inner)]
        every = [f"forall {index}, {low} <= {index} < {high} ->", *_indent(_arbitrary(inner_safe, state))]
        return [*fold, *lines], _conjunction([every if inner_safe else [], _arbitrary(safe, state)]), kind

    def definition(self, node: ast.FunctionDef) -> tuple[str, int]:
        """Return the two Coq definitions of a function, and its return type."""
        arguments = node.args
        if arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg or arguments.defaults:
            raise RefusedError(node, "arguments are plain and without defaults in the subset")
        if node.decorator_list:
            raise RefusedError(node, "a decorator changes what the function is")
        names = [self.fresh(argument.arg, argument) for argument in arguments.args]
        if not names or any(ast.unparse(a.annotation) != "int" if a.annotation else True for a in arguments.args):
            raise RefusedError(node, "every argument is annotated int")
        self.bound = set(names)
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        lines, safe, kind = self.block(body, None)
        declared = "int" if kind == INT else f"tuple[{', '.join(['int'] * kind)}]"
        if node.returns is None or ast.unparse(node.returns) != declared:
            raise RefusedError(node, f"the return annotation must be {declared}")
        head = f"{node.name} ({' '.join(names)} : Z)"
        value = "\n".join([f"Definition {head} :=", *_indent(lines)]) + "."
        safety = "\n".join([f"Definition {head.replace(' ', '_safe ', 1)} : Prop :=", *_indent(safe or ["True"])]) + "."
        return f"{value}\n\n{safety}\n", kind


def _all(terms: list[Term]) -> tuple[str, ...]:
    return tuple(obligation for term in terms for obligation in term.obligations)


def _when(condition: Term, flag: str, obligations: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"({condition.text} = {flag} -> {obligation})" for obligation in obligations)


def _tuple(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"({', '.join(names)})"


def _indent(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def _mention(lines: list[str], names: list[str]) -> bool:
    return any(re.search(rf"\b{name}\b", line) for line in lines for name in names)


def _arbitrary(safe: list[str], state: list[str]) -> list[str]:
    """Return the safety condition for arbitrary values of what a loop assigns."""
    names = [name for name in state if _mention(safe, [name])]
    return [f"forall {' '.join(names)} : Z,", *_indent(safe)] if names else safe


def _conjunction(parts: list[list[str]]) -> list[str]:
    """Join safety conditions; all but the last are put in parentheses where they reach to the right."""
    parts = [part for part in parts if part]
    lines: list[str] = []
    for part in parts[:-1]:
        lines += [f"({part[0]}", *part[1:-1], f"{part[-1]}) /\\"] if len(part) > 1 else [f"{part[0]} /\\"]
    return lines + (parts[-1] if parts else [])


def translate(source: str, name: str) -> str:
    """Return the Coq file for the Python text `source`; `name` is how the heading calls it."""
    out = [
        f"(* Generated from {name} by proofs/tools/py2coq.py: do not edit. *)\n"
        "From Coq Require Import ZArith.\nFrom Discordant.program Require Import PySem.\nOpen Scope Z_scope.\n"
    ]
    known: dict[str, int] = {}
    for number, node in enumerate(ast.parse(source).body):
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if number == 0:
                continue
            case ast.FunctionDef():
                function = Function(known)
                if node.name in BUILTINS or node.name == "range":
                    raise RefusedError(node, f"{node.name!r} is a builtin of the subset")
                function.fresh(node.name, node)
                text, known[node.name] = function.definition(node)
                out.append(text)
            case _:
                raise RefusedError(node, f"{type(node).__name__} at the top of the file is outside the subset")
    return "\n".join(out)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    path = Path(arguments[0])
    try:
        text = translate(path.read_text(encoding="utf-8"), "/".join(path.resolve().parts[-4:]))
    except RefusedError as refusal:
        print(f"{path.name}: refused: {refusal}", file=sys.stderr)
        return 1
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
