using Fathom.Model.Results;

namespace Fathom.Query.Why;

/// <summary>What limits the recorded programs.</summary>
/// <param name="Rows">A row for each cause, one for smaller ones, and one for what is not explained; none where nothing is judged.</param>
/// <param name="Sentence">The first cause, or why there is none, in one sentence.</param>
/// <param name="Basis">What the shares are of, and what was not recorded; null where there are no rows.</param>
/// <param name="First">The first causes with the verb that leads further: verb, and its options behind the recording.</param>
public sealed record WhyAnswer(ResultTable Rows, string Sentence, string? Basis, IReadOnlyList<IReadOnlyList<string>> First)
{
    /// <summary>The first causes in some words each: "wait: lock 42 % in Ledger.Book".</summary>
    public IReadOnlyList<string> Brief { get; init; } = [];

    /// <summary>The time of threads that the shares are of.</summary>
    public long BusyNs { get; init; }

    /// <summary>What of the machine was a limit, in one line; null for nothing, or where it was not recorded.</summary>
    public string? Machine { get; init; }
}
