namespace Fathom.Storage.DuckDb;

/// <summary>The engine's statement kinds, as the C API numbers them (duckdb_statement_type). Only those that Fathom tells apart are named.</summary>
public enum DuckDbStatementType
{
    /// <summary>Not known.</summary>
    Invalid = 0,

    /// <summary>A query: SELECT, VALUES, FROM, WITH, SHOW, DESCRIBE, SUMMARIZE.</summary>
    Select = 1,
}
