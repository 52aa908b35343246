namespace Fathom.Sources.Traces.Rows;

/// <summary>Where the frames of a process lie, by lines of memory: what no frame lies in need not be kept.</summary>
internal sealed class SeenCode
{
    /// <summary>Bits of an address within a line.</summary>
    public const int LineShift = 6;

    /// <summary>The bits of an address; what stands above them is no part of it.</summary>
    public const ulong AddressBits = (1UL << 48) - 1;

    /// <summary>Bytes of code; no method is longer.</summary>
    public const uint MostBytes = 1 << 20;

    private readonly HashSet<ulong> _lines = [];

    /// <summary>A frame has this address.</summary>
    public void Saw(ulong address) => _lines.Add((address & AddressBits) >> LineShift);

    /// <summary>Whether a frame was seen in a piece of memory, or near it.</summary>
    public bool WasSeen(ulong start, uint sizeBytes)
    {
        if (sizeBytes > MostBytes || start > AddressBits - sizeBytes)
            return false;
        for (ulong line = start >> LineShift; line <= (start + sizeBytes) >> LineShift; line++)
        {
            if (_lines.Contains(line))
                return true;
        }

        return false;
    }
}
