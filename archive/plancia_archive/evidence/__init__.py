"""Evidence bundles (docs/evidence.md): made of an archive's streams, and verified without the archive."""
