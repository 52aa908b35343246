namespace Fathom.Sources.Inspection;

/// <summary>What is wrong with the chains of a hash table.</summary>
/// <param name="Problem">As in <c>heap_corruption.problem</c>.</param>
/// <param name="Bucket">The first bucket with such a chain.</param>
/// <param name="Entry">The entry whose link is wrong; -1 where it is the bucket's own.</param>
internal readonly record struct ChainFault(string Problem, int Bucket, int Entry)
{
    /// <summary>A chain leads back into itself.</summary>
    public const string Cycle = "cycle";

    /// <summary>A chain leads to an entry that is not in use.</summary>
    public const string OutOfRange = "out_of_range";
}
