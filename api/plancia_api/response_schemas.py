"""The marshmallow schemas that flask-smorest requires of a route; the types in answers/ describe the members."""

from __future__ import annotations

from marshmallow import Schema


class AnyAnswer(Schema):
    """A JSON object; the OpenAPI document takes its members from a type in answers/."""

    class Meta:
        unknown = "include"


class ProblemForm(AnyAnswer):
    """A problem details object (RFC 9457)."""
