using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Statements;

/// <summary>What a result may hold in memory, and from which size on ways are worth taking that cost something themselves.</summary>
/// <param name="MaxRows">Rows; what comes after them is left out.</param>
/// <param name="MaxTextBytes">UTF-8 bytes of all texts; more is an error.</param>
public sealed record ResultLimits(long MaxRows, long MaxTextBytes)
{
    /// <summary>For shipped queries, whose results are small by design.</summary>
    public static ResultLimits Shipped { get; } = new(10_000_000, 1L << 30);

    /// <summary>For queries of the user.</summary>
    public static ResultLimits Foreign { get; } = new(1_000_000, 256L << 20) { OneThreadRows = 0 };

    /// <summary>Rows of the recordings from which on the first rows of a list are found by their key before they are read.</summary>
    public long LongListRows { get; init; } = 2_000_000;

    /// <summary>Bytes of all recordings together up to which all columns are compared with their checksums: to find out which ones a query reads takes longer.</summary>
    public long WholeCheckBytes { get; init; } = 8 << 20;

    /// <summary>Rows of the recordings up to which one thread answers: others would take processor time to wait for it. A user's query may make many rows of few.</summary>
    public long OneThreadRows { get; init; } = 200_000;

    /// <summary>How an engine is opened for recordings.</summary>
    /// <param name="recordings">The recordings.</param>
    /// <param name="tempFolder">A folder that belongs to the caller alone, or null.</param>
    internal DuckDbOptions EngineFor(IReadOnlyList<RecordingReader> recordings, string? tempFolder)
    {
        DuckDbOptions usual = DuckDbOptions.In(tempFolder);
        return recordings.Sum(static recording => recording.Rows()) < OneThreadRows ? usual with { Threads = 1 } : usual;
    }
}
