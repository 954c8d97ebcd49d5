"""The schemas of answers: JSON types by resource."""
