using Fathom.Model.Statistics;

namespace Fathom.Bench.Recording.Prices;

/// <summary>What something of a recording costs.</summary>
/// <param name="What">What is paid for, as a sentence names it.</param>
/// <param name="Unit">Unit of the figure: percent of a request's CPU time, percent of a processor, or ns.</param>
/// <param name="Rounds">Paired rounds that it comes from.</param>
/// <param name="Value">The mean, and the bounds of which each holds with 95 %; not a number where there are none.</param>
internal readonly record struct Price(string What, string Unit, int Rounds, Estimate Value)
{
    /// <summary>Whether it can be told from nothing.</summary>
    public bool IsTold => Value.HasBounds && (Value.Low > 0 || Value.High < 0);
}
