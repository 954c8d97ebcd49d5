"""Typed keys of what an application keeps between requests, in `app.extensions`, as `AppKey` of aiohttp has them."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

from flask import Flask, current_app

Value = TypeVar("Value")


class AppKey(Generic[Value]):
    """The key of a value of each application; declared beside the type of the value."""

    def __init__(self, name: str) -> None:
        self.name = f"plancia-{name}"

    def keep(self, app: Flask, value: Value) -> None:
        """Keeps a value in an application, in place of the one before."""
        app.extensions[self.name] = value

    def find(self, app: Flask) -> Value | None:
        """Returns the value of an application, None without one."""
        return cast("Value | None", app.extensions.get(self.name))

    def of(self, app: Flask) -> Value:
        """Returns the value of an application. Raises KeyError if it keeps none."""
        return cast(Value, app.extensions[self.name])

    @property
    def current(self) -> Value:
        """The value of the application that answers the request."""
        return self.of(current_app)
