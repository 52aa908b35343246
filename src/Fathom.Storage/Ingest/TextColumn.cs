using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;

namespace Fathom.Storage.Ingest;

/// <summary>
/// The distinct texts of one column of one part, as UTF-8 in native memory that stays until the part is written. Few texts become an
/// ENUM: rows are then small numbers in sort order, which write several times faster. Many become texts that point into the memory.
/// </summary>
/// <param name="ids">Where the texts are.</param>
/// <param name="rowCount">Rows of the part.</param>
/// <param name="sorted">Whether the order of the codes must be the order of the texts in any case.</param>
internal sealed unsafe class TextColumn(Interner ids, int rowCount, bool sorted) : IDisposable
{
    // Each row group of the file repeats the dictionary: beyond this it would outweigh what it saves.
    private const int MaxEnumTexts = 4096;
    private readonly List<uint> _used = [];
    private readonly TextCodes _codes = new(ids.Count, rowCount);
    private (nint Start, int Length)[] _texts = [];
    private byte* _memory;

    /// <summary>Texts of the ENUM in sort order, or null where the column is plain text.</summary>
    public IReadOnlyList<string>? Dictionary { get; private set; }

    /// <summary>The code of a text that was observed.</summary>
    public uint Code(TextId id) => _codes.Get(id.Value);

    /// <summary>Collects the texts of some rows.</summary>
    public void Observe(ReadOnlySpan<TextId> texts)
    {
        foreach (TextId id in texts)
        {
            if (id.HasValue && _codes.Add(id.Value))
                _used.Add(id.Value);
        }
    }

    /// <summary>Gives every observed text its code.</summary>
    public void Close()
    {
        (nint Start, int Length, uint Id)[] texts = Encode(out bool isEnum);
        // By bytes: that is how the engine orders texts.
        if (isEnum || sorted)
            Array.Sort(texts, static (a, b) => Bytes(a).SequenceCompareTo(Bytes(b)));
        List<(nint, int)> distinct = new(texts.Length);
        for (int i = 0; i < texts.Length; i++)
        {
            // Two texts with broken surrogates may be the same in UTF-8, and an enum must not hold a text twice.
            if (i == 0 || !Bytes(texts[i]).SequenceEqual(Bytes(texts[i - 1])))
                distinct.Add((texts[i].Start, texts[i].Length));
            _codes.Set(texts[i].Id, (uint)distinct.Count - 1);
        }

        _texts = [.. distinct];
        Dictionary = isEnum ? [.. _texts.Select(t => Encoding.UTF8.GetString((byte*)t.Start, t.Length))] : null;
    }

    /// <summary>Writes a vector of the column.</summary>
    public void Write(DuckDbDataChunk chunk, int column, ReadOnlySpan<TextId> rows)
    {
        if (Dictionary is null)
            WriteTexts(chunk.Texts(column), rows);
        else if (Dictionary.Count <= byte.MaxValue)
            WriteCodes(chunk.Values<byte>(column), rows);
        else
            WriteCodes(chunk.Values<ushort>(column), rows);
        if (rows.Contains(TextId.None))
            WriteNulls(chunk.Validity(column), rows);
    }

    public void Dispose()
    {
        NativeMemory.Free(_memory);
        _memory = null;
    }

    private (nint Start, int Length, uint Id)[] Encode(out bool isEnum)
    {
        long bytes = 0;
        foreach (uint id in _used)
            bytes += Encoding.UTF8.GetByteCount(ids.Resolve(new TextId(id)));
        _memory = (byte*)NativeMemory.Alloc((nuint)bytes + 1);
        (nint, int, uint)[] texts = new (nint, int, uint)[_used.Count];
        byte* next = _memory;
        bool hasZero = false;
        for (int i = 0; i < texts.Length; i++)
        {
            string text = ids.Resolve(new TextId(_used[i]));
            int length = Encoding.UTF8.GetBytes(text, new Span<byte>(next, (int)Math.Min(int.MaxValue, _memory + bytes - next)));
            texts[i] = ((nint)next, length, _used[i]);
            next += length;
            hasZero |= text.Contains('\0', StringComparison.Ordinal);
        }

        // The engine takes the texts of an enum as zero-ended.
        isEnum = texts.Length is > 0 and <= MaxEnumTexts && !hasZero;
        return texts;
    }

    private void WriteTexts(DuckDbTextWriter to, ReadOnlySpan<TextId> rows)
    {
        for (int i = 0; i < rows.Length; i++)
        {
            if (rows[i].HasValue)
                to.Set(i, _texts[Code(rows[i])].Start, _texts[Code(rows[i])].Length);
        }
    }

    private void WriteCodes<TCode>(Span<TCode> to, ReadOnlySpan<TextId> rows)
        where TCode : unmanaged, IBinaryInteger<TCode>
    {
        for (int i = 0; i < rows.Length; i++)
            to[i] = rows[i].HasValue ? TCode.CreateTruncating(Code(rows[i])) : TCode.Zero;
    }

    private static void WriteNulls(Span<ulong> validity, ReadOnlySpan<TextId> rows)
    {
        for (int i = 0; i < rows.Length; i++)
        {
            if (!rows[i].HasValue)
                validity[i >> 6] &= ~(1UL << (i & 63));
        }
    }

    private static ReadOnlySpan<byte> Bytes((nint Start, int Length, uint Id) text) => new((void*)text.Start, text.Length);
}
