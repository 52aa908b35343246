using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Names of files, or of keys of the registry, by the addresses that the kernel has for them, which are used again for others.</summary>
/// <remarks>Windows tells a name when it makes the address, when it drops it, or at the end of the session, so behind its uses.</remarks>
/// <param name="mostChars">Characters that are kept.</param>
/// <param name="mostNames">Tellings that are kept.</param>
public sealed class FileNames(long mostChars = 64L << 20, int mostNames = 4 << 20)
{
    private const int LeastShare = 8;

    private readonly ToldTimes _times = new();
    private readonly List<string> _names = [];
    private readonly HashSet<string> _texts = new(StringComparer.Ordinal);
    private long _chars;
    private bool _isFull;

    /// <summary>Names that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>Takes an event that tells one.</summary>
    /// <param name="payload">The address, then the name.</param>
    /// <param name="pointerSize">4 or 8.</param>
    /// <param name="ticks">When it is told.</param>
    /// <param name="hook">What it tells (<see cref="KernelHook"/>).</param>
    internal void Add(ReadOnlySpan<byte> payload, int pointerSize, long ticks, int hook)
    {
        PayloadReader fields = new(payload, pointerSize);
        ulong key = fields.Pointer();
        ReadOnlySpan<char> name = fields.Text();
        if (!fields.IsShort)
            Add(key, name, ticks, hook is KernelHook.FileName or KernelHook.FileNameBegins);
    }

    /// <summary>Takes a name.</summary>
    /// <param name="key">The address.</param>
    /// <param name="name">The name.</param>
    /// <param name="ticks">When it is told.</param>
    /// <param name="begins">Whether the address means it from then on; else it meant it up to then.</param>
    internal void Add(ulong key, ReadOnlySpan<char> name, long ticks, bool begins)
    {
        if (key == 0 || name.IsEmpty)
            return;
        var bySpan = _texts.GetAlternateLookup<ReadOnlySpan<char>>();
        if (!bySpan.TryGetValue(name, out string? text))
        {
            if (_chars + name.Length > mostChars)
            {
                Overflows++;
                return;
            }

            _chars += name.Length;
            _texts.Add(text = name.ToString());
        }

        if (_times.Count >= mostNames && !Shrink())
        {
            Overflows++;
            return;
        }

        _times.Add(key, ticks, begins);
        _names.Add(text);
    }

    /// <summary>The name of a file at a time; null where nobody tells it.</summary>
    /// <param name="key">Its address.</param>
    /// <param name="ticks">The time.</param>
    public string? Find(ulong key, long ticks)
    {
        (int before, int behind) = _times.Around(key, ticks);
        // An event that begins a name may come behind the first use of its address.
        return before >= 0 && (behind < 0 || _times.Begins(before)) ? _names[before] : behind >= 0 ? _names[behind] : null;
    }

    // A long trace tells the same names again and again. Buffers are not in the order of time, so only much at once shows what is needless.
    private bool Shrink()
    {
        if (_isFull)
            return false;
        bool[] isDropped = _times.Shrink((one, other) => ReferenceEquals(_names[one], _names[other]));
        int kept = 0;
        for (int i = 0; i < isDropped.Length; i++)
        {
            if (!isDropped[i])
                _names[kept++] = _names[i];
        }

        _names.RemoveRange(kept, isDropped.Length - kept);
        // Little room is soon used up, and each search takes long.
        _isFull = isDropped.Length - kept <= mostNames / LeastShare;
        return kept < isDropped.Length;
    }
}
