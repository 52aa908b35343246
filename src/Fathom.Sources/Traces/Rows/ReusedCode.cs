using System.Runtime.InteropServices;

namespace Fathom.Sources.Traces.Rows;

/// <summary>
/// Where the memory of a process held code of one method and then of another, and since when: as a runtime does it that unloads assemblies, or compiles methods for one use. An address there gets
/// a mark that says how often its code had changed by then, so that stacks of different methods at one address stay apart.
/// </summary>
/// <remarks>
/// Kept by lines of memory; in all others an address is its own mark, and nothing is looked up. The mark stands in the 15 bits above the 48 of an address, and the last of them stands for all
/// further changes.
/// </remarks>
/// <param name="mostLines">Lines that are kept; changes of others are passed over.</param>
internal sealed class ReusedCode(int mostLines = 1 << 20)
{
    private const int MarkShift = 48;
    private const int MostChanges = (1 << 15) - 1;

    private readonly SeenCode _seen = new();
    private readonly Dictionary<ulong, List<long>> _changes = [];
    private ulong _first = ulong.MaxValue;
    private ulong _last;

    /// <summary>Whether there is any.</summary>
    public bool Any => _changes.Count > 0;

    /// <summary>A frame has this address.</summary>
    public void Saw(ulong address) => _seen.Saw(address);

    /// <summary>Whether a frame was seen in a piece of memory.</summary>
    public bool WasSeen(ulong start, uint sizeBytes) => _seen.WasSeen(start, sizeBytes);

    /// <summary>Code in a piece of memory came or went. Times of a line come in order.</summary>
    public void Change(ulong start, uint sizeBytes, long timeNs)
    {
        if (sizeBytes > SeenCode.MostBytes || start > SeenCode.AddressBits - sizeBytes)
            return;
        for (ulong line = start >> SeenCode.LineShift; line <= (start + sizeBytes) >> SeenCode.LineShift; line++)
        {
            if (_changes.Count >= mostLines && !_changes.ContainsKey(line))
                return;
            List<long> times = CollectionsMarshal.GetValueRefOrAddDefault(_changes, line, out _) ??= [];
            if (times.Count < MostChanges && (times.Count == 0 || times[^1] < timeNs))
                times.Add(timeNs);
            (_first, _last) = (Math.Min(_first, line), Math.Max(_last, line));
        }
    }

    /// <summary>An address with its mark.</summary>
    /// <param name="address">The address.</param>
    /// <param name="timeNs">When code ran there.</param>
    public ulong Marked(ulong address, long timeNs) => address | MarkOf(address, timeNs);

    /// <summary>The mark of an address, in its bits.</summary>
    /// <param name="address">The address.</param>
    /// <param name="timeNs">When code ran there.</param>
    public ulong MarkOf(ulong address, long timeNs)
    {
        ulong line = address >> SeenCode.LineShift;
        if (line < _first || line > _last || !_changes.TryGetValue(line, out List<long>? times))
            return 0;
        int at = times.BinarySearch(timeNs);
        return (ulong)(at < 0 ? ~at : at + 1) << MarkShift;
    }

    /// <summary>The address without its mark.</summary>
    public static ulong Plain(ulong marked) => (long)marked < 0 ? marked : marked & SeenCode.AddressBits;

    /// <summary>The time in which code at an address was the same, by its mark; the end is exclusive.</summary>
    public (long FromNs, long ToNs) SpanOf(ulong marked)
    {
        if (!_changes.TryGetValue(Plain(marked) >> SeenCode.LineShift, out List<long>? times))
            return (long.MinValue, long.MaxValue);
        int mark = (int)Math.Min(marked >> MarkShift, (ulong)times.Count);
        return (mark == 0 ? long.MinValue : times[mark - 1], mark == times.Count ? long.MaxValue : times[mark]);
    }
}
