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
    /// <param name="text">The text.</param>
    /// <param name="bytes">What it takes.</param>
    public RawText Add(ReadOnlySpan<char> text, out int bytes)
    {
        int length = Encoding.UTF8.GetByteCount(text);
        bytes = HeadBytes + length;
        lock (_gate)
        {
            ref Block block = ref CollectionsMarshal.GetValueRefOrNullRef(_blocks, _open);
            if (Unsafe.IsNullRef(ref block) || block.SizeBytes - block.UsedBytes < bytes)
                block = ref Open(bytes);
            byte* at = block.Memory + block.UsedBytes;
            Unsafe.WriteUnaligned(at, length);
            Encoding.UTF8.GetBytes(text, new Span<byte>(at + HeadBytes, length));
            RawText key = new(((ulong)_open << 32) | (uint)block.UsedBytes);
            block.UsedBytes += bytes;
            block.TextCount++;
            return key;
        }
    }

    /// <summary>Writes a vector of a column; the engine reads the texts where they are.</summary>
    public void Write(DuckDbDataChunk chunk, int column, ReadOnlySpan<RawText> rows)
    {
        DuckDbTextWriter to = chunk.Texts(column);
        Span<ulong> validity = rows.Contains(RawText.None) ? chunk.Validity(column) : default;
        lock (_gate)
        {
            for (int i = 0; i < rows.Length; i++)
            {
                if (rows[i].HasValue)
                {
                    byte* at = _blocks[BlockOf(rows[i])].Memory + (uint)rows[i].Key;
                    to.Set(i, (nint)(at + HeadBytes), Unsafe.ReadUnaligned<int>(at));
                }
                else
                {
                    validity[i >> 6] &= ~(1UL << (i & 63));
                }
            }
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
        lock (_gate)
        {
            foreach (RawText text in texts)
            {
                if (!text.HasValue)
                    continue;
                ref Block block = ref CollectionsMarshal.GetValueRefOrNullRef(_blocks, BlockOf(text));
                if (--block.TextCount == 0 && BlockOf(text) != _open)
                    Free(BlockOf(text));
            }
        }
    }

    private ref Block Open(int bytes)
    {
        uint full = _open++;
        if (_blocks.TryGetValue(full, out Block before) && before.TextCount == 0)
            Free(full);
        int size = Math.Max(BlockBytes, bytes);
        ref Block block = ref CollectionsMarshal.GetValueRefOrAddDefault(_blocks, _open, out _);
        block = new Block { Memory = (byte*)NativeMemory.Alloc((nuint)size), SizeBytes = size };
        return ref block;
    }

    private void Free(uint number)
    {
        NativeMemory.Free(_blocks[number].Memory);
        _blocks.Remove(number);
    }

    private struct Block
    {
        public byte* Memory;
        public int SizeBytes;
        public int UsedBytes;
        public int TextCount;
    }
}
