namespace Fathom.Storage.DuckDb;

/// <summary>The engine refused or failed. The message is its one useful line, without the quoted query.</summary>
/// <param name="kind">The engine's own name of the class of error: Parser, Binder, Catalog, Conversion, IO, Permission, "Out of Memory", INTERRUPT.</param>
/// <param name="message">One line.</param>
/// <param name="position">Offset of the error in the UTF-8 text of the query, or null where the engine gave none.</param>
public sealed class DuckDbException(string kind, string message, int? position) : Exception(message)
{
    /// <summary>When one thread of the engine fails, it stops the others, and now and then the error of a stopped one is the one that it tells.</summary>
    internal const string CauseUntold = "A part of the query failed, and the engine does not report which. Run it again.";

    /// <summary>The class of error, such as Parser, Binder, Catalog, Conversion, IO, Permission, Out of Memory, INTERRUPT.</summary>
    public string Kind { get; } = kind;

    /// <summary>Offset of the error in the UTF-8 text of the query, or null.</summary>
    public int? Position { get; } = position;

    /// <summary>Whether the query was stopped by <see cref="DuckDbConnection.Interrupt"/>.</summary>
    public bool IsInterrupt => Kind == "INTERRUPT";
}
