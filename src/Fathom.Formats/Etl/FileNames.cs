using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Names of files by the addresses that the kernel has for them, which are used again for other files.</summary>
/// <remarks>Windows tells a name when it makes the address, when it drops it, or at the end of the session, so behind its uses.</remarks>
/// <param name="mostChars">Characters that are kept.</param>
public sealed class FileNames(long mostChars = 64L << 20)
{
    private readonly Dictionary<ulong, int> _last = [];
    private readonly List<Told> _told = [];
    private readonly HashSet<string> _texts = new(StringComparer.Ordinal);
    private long _chars;

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
        if (fields.IsShort || key == 0 || name.IsEmpty)
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

        bool begins = hook is KernelHook.FileName or KernelHook.FileNameBegins;
        ref int last = ref CollectionsMarshal.GetValueRefOrAddDefault(_last, key, out bool isKnown);
        _told.Add(new Told(ticks, begins, text, isKnown ? last : -1));
        last = _told.Count - 1;
    }

    /// <summary>The name of a file at a time; null where nobody tells it.</summary>
    /// <param name="key">Its address.</param>
    /// <param name="ticks">The time.</param>
    public string? Find(ulong key, long ticks)
    {
        if (!_last.TryGetValue(key, out int next))
            return null;
        Told? before = null, behind = null;
        for (; next >= 0; next = _told[next].Before)
        {
            Told one = _told[next];
            if (one.Ticks <= ticks && (before is null || one.Ticks > before.Value.Ticks))
                before = one;
            else if (one.Ticks > ticks && (behind is null || one.Ticks < behind.Value.Ticks))
                behind = one;
        }

        // An event that begins a name may come behind the first use of its address.
        return before is { Begins: true } ? before.Value.Name : behind?.Name ?? before?.Name;
    }

    private readonly record struct Told(long Ticks, bool Begins, string Name, int Before);
}
