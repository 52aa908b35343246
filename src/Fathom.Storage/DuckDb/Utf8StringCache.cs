using System.Text;

namespace Fathom.Storage.DuckDb;

/// <summary>
/// Turns UTF-8 into strings and gives back the same string for a text that came lately, so that a column of few texts allocates few strings.
/// Each text has one slot, given by its hash; memory is bounded by the number of slots and <see cref="MaxCachedLength"/>.
/// </summary>
public sealed class Utf8StringCache
{
    /// <summary>Longer texts, in bytes, are not kept.</summary>
    public const int MaxCachedLength = 256;

    private const int SlotCount = 4096;
    private Slot[]? _slots;

    /// <summary>The string of UTF-8 bytes.</summary>
    public string Get(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > MaxCachedLength)
            return Encoding.UTF8.GetString(utf8);
        HashCode hash = default;
        hash.AddBytes(utf8);
        _slots ??= new Slot[SlotCount];
        ref Slot slot = ref _slots[hash.ToHashCode() & (SlotCount - 1)];
        if (slot.Text is null || !utf8.SequenceEqual(slot.Utf8))
            slot = new Slot(utf8.ToArray(), Encoding.UTF8.GetString(utf8));
        return slot.Text;
    }

    private readonly record struct Slot(byte[] Utf8, string Text);
}
