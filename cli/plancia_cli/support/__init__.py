"""What the commands share: context, printing, sources, translation."""
