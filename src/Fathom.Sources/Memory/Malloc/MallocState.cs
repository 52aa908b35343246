using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>What glibc knows of one of its arenas (<c>malloc_state</c>).</summary>
/// <remarks>
/// Offsets from its bins, on processors of 64 bits since glibc 2.23: <c>-16 top, -8 last remainder, 0 bins[254], 2032 binmap, 2048 next arena, 2056 next free arena, 2064 threads, 2072 bytes from the
/// system, 2080 most of them</c>. Before <c>top</c> are ten fast bins (none in versions without them) and, first, a lock, flags and, since 2.27, a word more. A bin without chunks points to itself,
/// 16 bytes before its two words, and the last of the 127 never has one: so bins are recognised without symbols.
/// </remarks>
internal sealed class MallocState
{
    /// <summary>Bytes from the bins to the end.</summary>
    public const int BytesAfterBins = 2088;

    private const int LastBin = 126 * 16;
    private const int NextArena = 2048;
    private const int Threads = 2064;
    private const int SystemBytes = 2072;
    private const int MostSystemBytes = 2080;
    private const int Top = 16;
    private const int MostFastBins = 10;

    // Bytes from the begin to the bins: with ten fast bins since 2.27, and before; without fast bins.
    private static readonly ulong[] s_bins = [112, 104, 32, 24];

    private MallocState(ulong address, ulong bins, ReadOnlySpan<ulong> words)
    {
        (Address, Bins) = (address, bins);
        int at = (int)(bins - address) / sizeof(ulong);
        TopAddress = words[at - (Top / sizeof(ulong))];
        FastBins = at >= MostFastBins + 3 ? words.Slice(at - 2 - MostFastBins, MostFastBins).ToArray() : [];
        Next = words[at + (NextArena / sizeof(ulong))];
        ThreadCount = words[at + (Threads / sizeof(ulong))];
        ulong bytes = words[at + (SystemBytes / sizeof(ulong))], most = words[at + (MostSystemBytes / sizeof(ulong))];
        SizeBytes = bytes <= most && bytes % ChunkHead.Bytes == 0 ? bytes : null;
    }

    /// <summary>Its first byte.</summary>
    public ulong Address { get; }

    /// <summary>Its bins.</summary>
    public ulong Bins { get; }

    /// <summary>Its end, exclusive.</summary>
    public ulong End => Bins + BytesAfterBins;

    /// <summary>The chunk at the end of its newest heap, from which new ones are taken; the first bin while there was none.</summary>
    public ulong TopAddress { get; }

    /// <summary>Chunks of 32, 48, … bytes that were freed and are not merged; the first of each list, or 0.</summary>
    public IReadOnlyList<ulong> FastBins { get; }

    /// <summary>The next arena; the last one has the main one.</summary>
    public ulong Next { get; }

    /// <summary>Threads that use it.</summary>
    public ulong ThreadCount { get; }

    /// <summary>Bytes that it has from the kernel; null where the words there are no such figure, as in an unknown version.</summary>
    public ulong? SizeBytes { get; }

    /// <summary>Whether it gave out memory.</summary>
    public bool IsUsed => TopAddress != Bins - Top;

    /// <summary>Reads the one that begins at an address; null where none does.</summary>
    public static MallocState? At(ITargetMemory memory, ulong address)
    {
        Span<ulong> words = stackalloc ulong[(int)(s_bins[0] + BytesAfterBins) / sizeof(ulong)];
        int read = memory.Read(address, MemoryMarshal.AsBytes(words)) / sizeof(ulong);
        foreach (ulong bins in s_bins)
        {
            if ((int)(bins + BytesAfterBins) / sizeof(ulong) <= read && IsEmpty(words, address, address + bins + LastBin))
                return new MallocState(address, address + bins, words);
        }

        return null;
    }

    /// <summary>The places in data where the bins of an arena may be.</summary>
    /// <param name="data">The data, in words.</param>
    /// <param name="start">Its address.</param>
    public static IEnumerable<ulong> BinsIn(ReadOnlyMemory<ulong> data, ulong start)
    {
        for (int i = LastBin / sizeof(ulong); i + 3 < data.Length; i++)
        {
            ulong address = start + ((ulong)i * sizeof(ulong));
            if (IsEmpty(data.Span, start, address) && !IsEmpty(data.Span, start, address + ChunkHead.Bytes))
                yield return address - LastBin;
        }
    }

    /// <summary>Where an arena with these bins may begin.</summary>
    public static IEnumerable<ulong> BeginsOf(ulong bins) => s_bins.Select(before => bins - before);

    private static bool IsEmpty(ReadOnlySpan<ulong> words, ulong start, ulong bin)
    {
        int at = (int)(bin - start) / sizeof(ulong);
        return at + 1 < words.Length && words[at] == bin - ChunkHead.Bytes && words[at + 1] == bin - ChunkHead.Bytes;
    }
}
