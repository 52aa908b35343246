namespace Fathom.Query.Statements;

/// <summary>What a result may hold in memory.</summary>
/// <param name="MaxRows">Rows; what comes after them is left out.</param>
/// <param name="MaxTextBytes">UTF-8 bytes of all texts; more is an error.</param>
public sealed record ResultLimits(long MaxRows, long MaxTextBytes)
{
    /// <summary>For shipped queries, whose results are small by design.</summary>
    public static ResultLimits Shipped { get; } = new(10_000_000, 1L << 30);

    /// <summary>For queries of the user.</summary>
    public static ResultLimits Foreign { get; } = new(1_000_000, 256L << 20);

    /// <summary>Rows of the recordings from which on the first rows of a list are found by their key before they are read.</summary>
    public long LongListRows { get; init; } = 2_000_000;
}
