"""Transparency log: the tree of RFC 6962 and the text formats of C2SP (https://c2sp.org).

The package does not import the other folders of the archive. `cryptography` is imported when a signature is first made
or checked.
"""
