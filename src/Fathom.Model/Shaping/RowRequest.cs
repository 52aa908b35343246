using Fathom.Model.Conditions;

namespace Fathom.Model.Shaping;

/// <summary>
/// What is asked of the rows of an answer, bound to its columns: which are kept, in which order, how many and which columns of them are shown, and what
/// the limits look for in all that are kept. Whoever computes the rows may do it, or leave it to <see cref="ResultShaper"/>.
/// </summary>
public sealed record RowRequest
{
    /// <summary>What a row must meet to be kept, all of it.</summary>
    public IReadOnlyList<CellTest> Tests { get; init; } = [];

    /// <summary>The order, or null for the verb's own, which also decides between equal rows.</summary>
    public RowOrder? Order { get; init; }

    /// <summary>The columns that are shown, in their order; none for all.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>The most rows that are shown, or null for all that are kept.</summary>
    public int? Top { get; init; }

    /// <summary>How many rows are kept, where that is known without counting them; else null.</summary>
    public long? Kept { get; init; }

    /// <summary>What each limit looks for in the rows that are kept; nothing for a limit on totals only.</summary>
    public IReadOnlyList<IReadOnlyList<CellTest>> Limits { get; init; } = [];
}
