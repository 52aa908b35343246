namespace Fathom.Bench.Heap;

/// <summary>What a look at the strings of a heap gave and how long it took.</summary>
/// <param name="Strings">Strings met.</param>
/// <param name="Distinct">Different texts.</param>
/// <param name="Walk">The walk with its counting alone.</param>
internal sealed record StringCount(long Strings, long Distinct, TimeSpan Walk);
