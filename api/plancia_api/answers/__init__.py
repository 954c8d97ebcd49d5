"""Types of the JSON answers by resource; the OpenAPI document uses their names as component names."""
