"""The grammar, schema and tables of docs/rgn, made from the declarations that reader and writer use."""
