namespace Fathom.Bench.Traces;

/// <summary>What a reader found.</summary>
/// <param name="Samples">Samples.</param>
/// <param name="Addresses">Addresses and markers of their call chains.</param>
/// <param name="Sum">Of everything that was read, so that nothing is left out.</param>
internal readonly record struct TraceTotals(long Samples, long Addresses, ulong Sum);
