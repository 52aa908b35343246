using System.Runtime.InteropServices;

namespace Fathom.Formats.Etl.Buffers;

/// <summary>Goes through the records of one buffer after the other.</summary>
internal sealed class BufferCursor
{
    private const uint Filling = 0xFFFF_FFFF;

    private byte[] _content = [];
    private int _count;

    /// <summary>Whether the records end where something makes no sense.</summary>
    public bool IsDamaged { get; private set; }

    /// <summary>Where the record that it is at begins.</summary>
    public int Position { get; private set; }

    /// <summary>Size of that record.</summary>
    public int Size { get; private set; }

    /// <summary>Time of that record.</summary>
    public long Ticks { get; private set; }

    /// <summary>The bytes of that record.</summary>
    public ReadOnlySpan<byte> Record => _content.AsSpan(Position, Size);

    /// <summary>Opens a buffer; false where it has no record.</summary>
    /// <param name="loaded">The buffer.</param>
    /// <param name="before">Time of the record before it.</param>
    public bool Open(LoadedBuffer loaded, long before)
    {
        (_content, _count) = (loaded.Content, loaded.Count);
        (Position, Size, Ticks) = (0, 0, before);
        return Peek();
    }

    /// <summary>Goes to the next record; false at the end.</summary>
    public bool Next()
    {
        Position += (Size + 7) & ~7;
        return Peek();
    }

    private bool Peek()
    {
        IsDamaged = false;
        Size = 0;
        int left = _count - Position;
        if (left < 8 || MemoryMarshal.Read<uint>(_content.AsSpan(Position)) == Filling)
            return false;
        if (!EtlRecord.TryPeek(_content.AsSpan(Position, left), out int size, out long ticks))
        {
            IsDamaged = true;
            return false;
        }

        Size = size;
        // What has no time of its own has that of the record before.
        Ticks = ticks == 0 ? Ticks : ticks;
        return true;
    }
}
