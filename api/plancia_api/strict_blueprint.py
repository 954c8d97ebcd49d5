"""Blueprints that reject unknown and repeated query parameters, which are otherwise ignored silently."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

from flask import Request
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema, fields
from webargs.flaskparser import FlaskParser

from plancia_api.language import language
from plancia_api.negotiation import offered_formats
from plancia_api.problems import Problem, schema_error_message
from plancia_api.query_schemas import LanguageQuery

ANSWERS: dict[str, Any] = {}  # operation id -> type of its answer
ITEMS: dict[str, Any] = {}  # operation id -> type of an item of the page that it answers with


class AnyAnswer(Schema):
    """A JSON object; the OpenAPI document takes its members from a type in answers/."""

    class Meta:
        unknown = "include"


class ProblemForm(AnyAnswer):
    """A problem details object (RFC 9457)."""


class StrictParser(FlaskParser):
    """Parses a query string by its schema."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """Parses the query. Raises Problem 422 if a parameter that is not a list is repeated."""
        lists = {name for name, field in schema.fields.items() if isinstance(field, fields.List)}
        repeated_parameters = [
            (name, len(values)) for name, values in req.args.lists() if len(values) > 1 and name not in lists
        ]
        if repeated_parameters:
            lang = language()
            errors = [
                {"pointer": f"query/{name}", "detail": schema_error_message(f"given {n} times", lang)}
                for name, n in repeated_parameters
            ]
            raise Problem("invalid", "", errors)
        return super().load_querystring(req, schema)


def without_query(view: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a view that takes the members of a query, and hands on what the address names alone."""

    @wraps(view)
    def taking(query: object, **place: Any) -> Any:
        return view(**place)

    return taking


class StrictBlueprint(Blueprint):  # type: ignore[misc]
    """A blueprint with the strict parser; the operation id in the OpenAPI document is the endpoint."""

    ARGUMENTS_PARSER = StrictParser()

    def operation(
        self, rule: str, *, answer: Any = None, items: Any = None, status: int = 200, **options: Any
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Decorator of a view: its rule, and the type of its answer, of an item of a page, or `response` below it.

        The query string is what the type of the parameter `query` says; a view without one has only the parameters that
        every route has.
        """

        def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
            query = get_type_hints(view).get("query")
            taking = view if query is not None else without_query(view)
            name = options.get("endpoint", view.__name__)
            ANSWERS.update({name: answer} if answer is not None else {})
            ITEMS.update({name: items} if items is not None else {})
            described = getattr(view, "_apidoc", {}).get("response", {}).get("responses", {})
            if str(status) not in map(str, described):
                taking = self.response(status, AnyAnswer)(taking)
            taking = self.arguments((query or LanguageQuery).schema(), location="query")(taking)
            decorated: Callable[..., Any] = self.route(rule, **options)(taking)
            return decorated

        return decorate

    def _store_endpoint_docs(self, endpoint: str, obj: Any, parameters: Any, tags: Any, **options: Any) -> None:
        """Adds the operation id and the formats of the route, which `openapi.complete_document` reads.

        `parameters` of `doc` are headers: they stand beside those of the query, which they would otherwise replace.
        """
        super()._store_endpoint_docs(endpoint, obj, parameters, tags, **options)
        for method, doc in self._docs[endpoint].items():
            if method != "parameters":
                extra = {
                    "operationId": endpoint,
                    "x-formats": list(offered_formats(obj)),
                    "x-bulk": getattr(obj, "bulk", False),
                    "x-deprecated": getattr(obj, "deprecation", None),
                }
                manual = dict(doc.get("manual_doc", {}))
                headers = manual.pop("parameters", [])
                doc["manual_doc"] = {**manual, **extra, "x-headers": headers}
