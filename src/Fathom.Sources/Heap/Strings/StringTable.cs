using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;

namespace Fathom.Sources.Heap.Strings;

/// <summary>
/// Counts strings by hash and length: an open-addressing table that grows up to a bound. The text is kept once a second string has it, or it is long,
/// because most strings of a heap exist once and are of no interest.
/// </summary>
internal sealed unsafe class StringTable(StringOptions options)
{
    /// <summary>Characters of a text that are kept.</summary>
    public const int SampleLength = 80;

    // Header, method table, length and the closing zero character.
    private const int BaseSize = 22;
    private const int InitialBits = 14;

    // Lengths from 2^(n-1) to 2^n - 1 share place n.
    private const int Lengths = 32;

    private readonly LengthTotal[] _others = new LengthTotal[Lengths];
    private StringEntry[] _entries = new StringEntry[1 << InitialBits];
    private char[] _samples = new char[64 * 1024];
    private int _samplesEnd;
    private int _bits = InitialBits;

    /// <summary>Texts told apart.</summary>
    public int Distinct { get; private set; }

    /// <summary>The table with its empty places.</summary>
    public ReadOnlySpan<StringEntry> Entries => _entries;

    /// <summary>Strings that came after the bound was reached, by the number of bits of their length.</summary>
    public ReadOnlySpan<LengthTotal> Others => _others;

    /// <summary>Strings whose text could not be read.</summary>
    public LengthTotal Lost { get; private set; }

    /// <summary>What a string occupies.</summary>
    /// <param name="length">Its characters.</param>
    public static long SizeOf(int length) => (long)Math.Max(HeapLayout.MinObjectSize, HeapLayout.AlignUp((ulong)(BaseSize + (2L * length))));

    /// <summary>The beginning of an entry's text, of which <see cref="StringEntry.Sample"/> says that it is kept.</summary>
    public ReadOnlySpan<char> SampleOf(in StringEntry entry) => _samples.AsSpan(entry.Sample - 1, Math.Min(entry.Length, SampleLength));

    /// <summary>Brings the place of a hash into the cache, for <see cref="Add"/> a little later.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Prefetch(ulong hash)
    {
        if (Sse.IsSupported)
            Sse.Prefetch0(Unsafe.AsPointer(ref _entries[hash >> (64 - _bits)]));
    }

    /// <summary>Counts one string.</summary>
    /// <param name="hash">Hash of its text.</param>
    /// <param name="length">Its characters.</param>
    /// <param name="text">The text: at least as much of it as a sample holds.</param>
    public void Add(ulong hash, int length, char* text)
    {
        int mask = _entries.Length - 1;
        for (int index = (int)(hash >> (64 - _bits)); ; index = (index + 1) & mask)
        {
            ref StringEntry entry = ref _entries[index];
            if (entry.Count == 0)
            {
                AddNew(ref entry, hash, length, text);
                return;
            }

            if (entry.Hash == hash && entry.Length == length)
            {
                if (entry.Sample == 0)
                    KeepSample(ref entry, text);
                entry.Count++;
                return;
            }
        }
    }

    /// <summary>Counts a string whose text cannot be read.</summary>
    public void Lose(long sizeBytes) => Lost = new LengthTotal { Count = Lost.Count + 1, SizeBytes = Lost.SizeBytes + sizeBytes };

    private void AddNew(ref StringEntry entry, ulong hash, int length, char* text)
    {
        if (Distinct == options.MaxDistinct)
        {
            ref LengthTotal other = ref _others[Lengths - BitOperations.LeadingZeroCount((uint)length)];
            other.Count++;
            other.SizeBytes += SizeOf(length);
            return;
        }

        entry = new StringEntry { Hash = hash, Length = length, Count = 1 };
        if (length >= options.LongLength)
            KeepSample(ref entry, text);

        // At most half full, so that a lookup rarely goes further than its first place.
        if (++Distinct * 2 > _entries.Length)
            Grow();
    }

    private void KeepSample(ref StringEntry entry, char* text)
    {
        int length = Math.Min(entry.Length, SampleLength);
        if (_samplesEnd > Array.MaxLength - length)
            return;
        if (_samplesEnd + length > _samples.Length)
            Array.Resize(ref _samples, (int)Math.Min(Array.MaxLength, _samples.Length * 2L));
        new ReadOnlySpan<char>(text, length).CopyTo(_samples.AsSpan(_samplesEnd));
        entry.Sample = _samplesEnd + 1;
        _samplesEnd += length;
    }

    private void Grow()
    {
        StringEntry[] old = _entries;
        _entries = new StringEntry[old.Length * 2];
        _bits++;
        int mask = _entries.Length - 1;
        foreach (ref StringEntry entry in old.AsSpan())
        {
            if (entry.Count == 0)
                continue;
            int index = (int)(entry.Hash >> (64 - _bits));
            while (_entries[index].Count != 0)
                index = (index + 1) & mask;
            _entries[index] = entry;
        }
    }
}
