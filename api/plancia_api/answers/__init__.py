"""JSON answers as types, by resource; their names are the component names of the OpenAPI document."""
