namespace Fathom.Tests.Formats.NetTrace;

/// <summary>What two readers must agree on.</summary>
internal readonly record struct SeenEvent(long Ticks, long Thread, string Provider, int Id, int PayloadBytes, ulong PayloadHash, int Depth, ulong StackHash)
    : IComparable<SeenEvent>
{
    public int CompareTo(SeenEvent other) =>
        (Ticks, Thread, PayloadBytes, PayloadHash, Depth, Id).CompareTo(
            (other.Ticks, other.Thread, other.PayloadBytes, other.PayloadHash, other.Depth, other.Id));

    /// <summary>FNV-1a.</summary>
    public static ulong Hash(ReadOnlySpan<byte> bytes)
    {
        ulong hash = 14695981039346656037;
        foreach (byte value in bytes)
            hash = (hash ^ value) * 1099511628211;
        return hash;
    }

    /// <summary>One more address.</summary>
    public static ulong Hash(ulong hash, ulong address) => (hash ^ address) * 1099511628211;
}
