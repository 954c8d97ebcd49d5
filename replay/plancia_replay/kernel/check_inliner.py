"""Inlines simple checks into the steps of the interpreted kernel, where a call costs more than the check itself.

Only checks made of assignments, conditions and returns are inlined; any other check is called. The source is read from
the rule's class, which stays the only place where the rule is written; its options become constants.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any, TypeGuard

from plancia_replay.kernel.rule import Rule

FLAG_NAME = "_wrong"  # no method has such a name of its own
SET_FLAG = f"{FLAG_NAME} = 1"
SLOT_EXPRESSIONS = frozenset({"t.a", "t.b", "t.c", "t.d", "t.n", "t.x"})


@dataclass
class Check:
    """A check to inline. The suffix `place` is appended to its names, to keep them apart from those of other checks."""

    rule: Rule
    place: int
    names: dict[str, Any] = field(default_factory=dict)


def inline_check(rule: Rule, place: int) -> tuple[str, dict[str, Any]]:
    """Return lines that set `_wrong` if the rule objects to the current event, and the names they use."""
    check = Check(rule, place)
    function: Any = type(rule).check
    body = parse_method(function) if isinstance(function, FunctionType) else None
    statements = to_flags(body) if body else None
    if statements is None:
        return call_check(rule, place)
    name_suffixer = NameSuffixer(
        check, function.__globals__, {name for part in statements for name in assigned_names(part)} - {FLAG_NAME}
    )
    lines = [ast.unparse(ast.fix_missing_locations(name_suffixer.visit(copy_statement(part)))) for part in statements]
    return "\n".join(lines), check.names


def call_check(rule: Rule, place: int) -> tuple[str, dict[str, Any]]:
    """Return the lines and names that call the check instead."""
    return f"if check{place}(t): {SET_FLAG}", {f"check{place}": rule.check}


def assigned_names(part: ast.stmt) -> set[str]:
    """Names assigned in a statement."""
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def copy_statement(part: ast.stmt) -> ast.stmt:
    """Deep copy of a statement."""
    return ast.parse(ast.unparse(part)).body[0]


@cache
def parse_method(function: FunctionType) -> list[ast.stmt] | None:
    """Statements of a method; None if its source cannot be read."""
    try:
        method_node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):
        return None
    assert isinstance(method_node, ast.FunctionDef)
    constant_inliner = ConstantInliner(
        function.__globals__, {name for part in method_node.body for name in assigned_names(part)}
    )
    slot_inliner = SlotInliner(method_node)
    return [
        part
        for statement in method_node.body
        if (part := slot_inliner.visit(constant_inliner.visit(statement))) is not None
    ]


def to_flags(body: list[ast.stmt]) -> list[ast.stmt] | None:
    """Turn statements that return a code into statements that set `_wrong`; None if they contain any other form."""
    if not body:
        return None
    statement, following = body[0], body[1:]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return to_flags(following)
    if isinstance(statement, ast.Return) and statement.value is not None:
        return result_to_flags(statement.value)
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    if value is not None and isinstance(target, ast.Name):
        following_flags = to_flags(following)
        return None if following_flags is None else [ast.Assign([target], value, lineno=0), *following_flags]
    if isinstance(statement, ast.If) and not statement.orelse:
        body_flags, following_flags = to_flags(statement.body), to_flags(following)
        if body_flags is None or following_flags is None:
            return None
        if not body_flags:
            return [ast.If(ast.UnaryOp(ast.Not(), statement.test), following_flags, [])] if following_flags else []
        return [ast.If(statement.test, body_flags, following_flags)]
    return None


def result_to_flags(value: ast.expr) -> list[ast.stmt]:
    """Turn a returned expression into statements that set `_wrong`; an empty list for 0."""
    if isinstance(value, ast.Constant):
        return ast.parse(SET_FLAG).body if value.value else []
    if isinstance(value, ast.IfExp):
        true_flags, false_flags = result_to_flags(value.body), result_to_flags(value.orelse)
        if true_flags:
            return [ast.If(value.test, true_flags, false_flags)]
        return [ast.If(ast.UnaryOp(ast.Not(), value.test), false_flags, [])] if false_flags else []
    return [ast.If(value, ast.parse(SET_FLAG).body, [])]


def assignment_pairs(part: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """The (target, value) pairs of an assignment; `a, b = c, d` gives two."""
    if not isinstance(part, ast.Assign) or len(part.targets) != 1:
        return []
    target, value = part.targets[0], part.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


class SlotInliner(ast.NodeTransformer):
    """Replaces a local variable that holds a slot (`source = t.a`) by the slot, which saves the assignment."""

    def __init__(self, method: ast.FunctionDef) -> None:
        nodes = list(ast.walk(method))
        assignment_counts = Counter(
            node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        self.slots = {
            target.id: value.attr
            for pairs in map(assignment_pairs, nodes)
            if all(
                isinstance(name, ast.Name) and assignment_counts[name.id] == 1 and is_slot(slot) for name, slot in pairs
            )
            for target, value in pairs
            if isinstance(target, ast.Name) and is_slot(value)
        }

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """Removes an assignment whose values are all slots."""
        pairs = assignment_pairs(node)
        if pairs and all(isinstance(target, ast.Name) and target.id in self.slots for target, _ in pairs):
            return None
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Replaces a local variable by its slot."""
        slot = self.slots.get(node.id)
        return node if slot is None else ast.Attribute(ast.Name("t", ast.Load()), slot, node.ctx)


def is_slot(value: ast.expr) -> TypeGuard[ast.Attribute]:
    """True for `t.a` .. `t.x`, which no check changes."""
    return isinstance(value, ast.Attribute) and ast.unparse(value) in SLOT_EXPRESSIONS


class ConstantInliner(ast.NodeTransformer):
    """Replaces the integer constants of a method's module by their values: verdict codes, kinds of event."""

    def __init__(self, module: dict[str, Any], local: set[str]) -> None:
        self.module = module
        self.local = local

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """The value of a name that the method does not assign itself."""
        value = None if node.id in self.local else self.module.get(node.id)
        return ast.Constant(int(value)) if isinstance(value, int) else node


class NameSuffixer(ast.NodeTransformer):
    """Replaces options (`self.most`) by their values, and appends the suffix of the check to every other name."""

    def __init__(self, check: Check, module: dict[str, Any], local: set[str]) -> None:
        self.check = check
        self.module = module
        self.local = local

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """The value of an option in place of `self.option`."""
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            value = getattr(self.check.rule, node.attr)
            if isinstance(value, int):
                return ast.Constant(int(value))
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Keeps `t` and `_wrong`; every other name gets the suffix of the check."""
        name = node.id
        if name in ("t", FLAG_NAME):
            return node
        suffixed = f"{name}{self.check.place}"
        if name in self.local:
            return ast.Name(suffixed, node.ctx)
        if name == "self":
            self.check.names[suffixed] = self.check.rule
            return ast.Name(suffixed, node.ctx)
        if name not in self.module:
            return node
        self.check.names[suffixed] = self.module[name]
        return ast.Name(suffixed, node.ctx)
