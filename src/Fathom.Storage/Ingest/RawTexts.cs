using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;

namespace Fathom.Storage.Ingest;

/// <summary>
/// Texts of rows that are not written yet, as UTF-8 in blocks of native memory. A text is behind its length; its key is the number of its block, from 1, and its place there. A block is given
/// back when all its texts were dropped with their rows. Threads may add and drop at once.
/// </summary>
internal sealed unsafe class RawTexts : IDisposable
{
    private const int BlockBytes = 1 << 20;
    private const int HeadBytes = sizeof(int);
    private readonly Lock _gate = new();
    private readonly Dictionary<uint, Block> _blocks = [];
    private uint _open;
    private byte* _next;
    private byte* _end;
    private byte* _begin;
    private int _openTexts;
    private long _addedBytes;

    /// <summary>Blocks that are held.</summary>
    public int BlockCount
    {
        get
        {
            lock (_gate)
                return _blocks.Count;
        }
    }

    /// <summary>Keeps a text.</summary>
    public RawText Add(ReadOnlySpan<char> text)
    {
        lock (_gate)
        {
            // No character takes more than three bytes.
            if (_end - _next < HeadBytes + (3L * text.Length))
                Open(HeadBytes + (3 * text.Length));
            byte* at = _next;
            int length = Encoding.UTF8.GetBytes(text, new Span<byte>(at + HeadBytes, (int)(_end - at) - HeadBytes));
            Unsafe.WriteUnaligned(at, length);
            _next = at + HeadBytes + length;
            _openTexts++;
            _addedBytes += HeadBytes + length;
            return new RawText(((ulong)_open << 32) | (uint)(at - _begin));
        }
    }

    /// <summary>What texts took that were kept since this was asked last.</summary>
    public long TakeAddedBytes()
    {
        lock (_gate)
        {
            long bytes = _addedBytes;
            _addedBytes = 0;
            return bytes;
        }
    }

    /// <summary>Writes a vector of a column; the engine reads the texts where they are. Their rows hold the blocks, so these stay.</summary>
    public void Write(DuckDbDataChunk chunk, int column, ReadOnlySpan<RawText> rows)
    {
        DuckDbTextWriter to = chunk.Texts(column);
        Span<ulong> validity = rows.Contains(RawText.None) ? chunk.Validity(column) : default;
        uint number = 0;
        byte* block = null;
        for (int i = 0; i < rows.Length; i++)
        {
            if (!rows[i].HasValue)
            {
                validity[i >> 6] &= ~(1UL << (i & 63));
                continue;
            }

            // Texts of neighbours lie side by side.
            if (BlockOf(rows[i]) != number)
                block = MemoryOf(number = BlockOf(rows[i]));
            byte* at = block + (uint)rows[i].Key;
            to.Set(i, (nint)(at + HeadBytes), Unsafe.ReadUnaligned<int>(at));
        }
    }

    /// <summary>Forgets the texts of rows that were written or dropped.</summary>
    public void Drop<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>
    {
        int[] raw = [.. Enumerable.Range(0, T.Schema.Columns.Count).Where(static i => T.Schema.Columns[i].Type == ColumnType.RawText)];
        using RowColumns columns = new(T.Schema);
        for (int first = 0; first < rows.Length; first += RowColumns.Capacity)
        {
            columns.Transpose(rows.Slice(first, Math.Min(RowColumns.Capacity, rows.Length - first)));
            foreach (int column in raw)
                Drop(columns.Values<RawText>(column, columns.RowCount));
        }
    }

    /// <summary>Whether rows of a table have such texts.</summary>
    public static bool AreIn(TableSchema schema) => schema.Columns.Any(static column => column.Type == ColumnType.RawText);

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            foreach (Block block in _blocks.Values)
                NativeMemory.Free(block.Memory);
            _blocks.Clear();
        }
    }

    private static uint BlockOf(RawText text) => (uint)(text.Key >> 32);

    private void Drop(ReadOnlySpan<RawText> texts)
    {
        for (int first = 0, next; first < texts.Length; first = next)
        {
            for (next = first + 1; next < texts.Length && BlockOf(texts[next]) == BlockOf(texts[first]); next++)
            {
            }

            if (texts[first].HasValue)
                Drop(BlockOf(texts[first]), next - first);
        }
    }

    private void Drop(uint number, int count)
    {
        lock (_gate)
        {
            if (number == _open)
            {
                _openTexts -= count;
                return;
            }

            ref Block block = ref CollectionsMarshal.GetValueRefOrNullRef(_blocks, number);
            block.TextCount -= count;
            if (block.TextCount == 0)
                Free(number);
        }
    }

    private byte* MemoryOf(uint number)
    {
        lock (_gate)
            return _blocks[number].Memory;
    }

    // The one before gets its count of texts when no more come.
    private void Open(int bytes)
    {
        if (_blocks.ContainsKey(_open))
        {
            CollectionsMarshal.GetValueRefOrNullRef(_blocks, _open).TextCount = _openTexts;
            if (_openTexts == 0)
                Free(_open);
        }

        int size = Math.Max(BlockBytes, bytes);
        _begin = (byte*)NativeMemory.Alloc((nuint)size);
        _next = _begin;
        _end = _begin + size;
        _openTexts = 0;
        _blocks.Add(++_open, new Block { Memory = _begin });
    }

    private void Free(uint number)
    {
        NativeMemory.Free(_blocks[number].Memory);
        _blocks.Remove(number);
    }

    private struct Block
    {
        public byte* Memory;
        public int TextCount;
    }
}
