namespace Fathom.Storage.DuckDb;

/// <summary>Rows of managed code that the engine reads as a table. The engine asks with one thread at a time, in order.</summary>
public abstract class DuckDbTableSource
{
    /// <summary>What the source itself threw during the last scan; the engine only reports its message.</summary>
    public Exception? Failure { get; internal set; }

    /// <summary>The columns of the next scan, asked once when a statement is bound.</summary>
    public abstract IReadOnlyList<DuckDbSourceColumn> Columns { get; }

    /// <summary>Rows of the next scan.</summary>
    public abstract long RowCount { get; }

    /// <summary>Starts a scan from the first row.</summary>
    public abstract void Begin();

    /// <summary>Fills the chunk with the next rows.</summary>
    /// <returns>Rows written; 0 ends the scan.</returns>
    public abstract int Read(DuckDbDataChunk chunk);
}
