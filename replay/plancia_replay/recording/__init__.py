"""Recording a game: what is due at the table, and words of the table completed into lines of the notation."""
