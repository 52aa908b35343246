namespace Fathom.Formats.NetTrace;

/// <summary>The lists of labels since the last sequence point, by number.</summary>
/// <remarks>A block is <c>u32 first number, u32 count</c>, then the labels of one list after the other (<see cref="EventLabels"/>). Number 0 is the empty list.</remarks>
/// <param name="maxBytes">The most bytes that are kept between two sequence points.</param>
internal sealed class LabelTable(int maxBytes = 16 * 1024 * 1024)
{
    private readonly NumberedBytes _lists = new(maxBytes);

    /// <summary>Adds the lists of a block. False where it makes no sense; what came before is kept.</summary>
    public bool Add(ReadOnlySpan<byte> block, NetTraceTotals totals)
    {
        PayloadReader reader = new(block, 8);
        uint first = reader.UInt32();
        uint count = reader.UInt32();
        bool isKept = _lists.BeginRun(first);
        for (uint i = 0; i < count; i++)
        {
            int start = reader.Position;
            bool isLast = false;
            while (!isLast)
            {
                if (!EventLabels.TryRead(ref reader, out _, out isLast))
                    return false;
            }

            isKept = isKept && _lists.TryKeep(block[start..reader.Position]);
            if (!isKept)
                totals.LostLabels++;
        }

        return !reader.IsShort;
    }

    /// <summary>The list with this number; empty where there is none.</summary>
    public EventLabels Find(uint id) => new(_lists.Find(id));

    /// <summary>Forgets all.</summary>
    public void Clear() => _lists.Clear();
}
