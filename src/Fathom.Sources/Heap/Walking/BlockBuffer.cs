using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>
/// A window on the target's memory that is moved forward in large reads. Where the walk jumps over large objects the reads become small,
/// because most of what a large one brought would not be looked at.
/// </summary>
internal sealed unsafe class BlockBuffer(ITargetMemory memory)
{
    /// <summary>The most bytes that it holds.</summary>
    public const int Capacity = 256 * 1024;

    private const int SmallRead = 4 * 1024;

    // On the pinned heap, so that its address holds.
    private readonly byte[] _bytes = GC.AllocateUninitializedArray<byte>(Capacity, pinned: true);
    private int _nextRead = Capacity;

    /// <summary>Address in the target of the first byte.</summary>
    public ulong Address { get; private set; }

    /// <summary>Bytes that are valid.</summary>
    public int Length { get; private set; }

    /// <summary>The first byte, here.</summary>
    public byte* Start => (byte*)System.Runtime.CompilerServices.Unsafe.AsPointer(ref _bytes[0]);

    /// <summary>Whether the buffer holds so many bytes from an address on.</summary>
    public bool Holds(ulong address, int count) => address >= Address && address - Address + (ulong)count <= (ulong)Length;

    /// <summary>Moves the window to an address. Reads nothing at or behind <paramref name="limit"/>.</summary>
    /// <returns>Bytes read, possibly fewer than asked for; 0 when the address cannot be read.</returns>
    public int MoveTo(ulong address, ulong limit)
    {
        bool jumped = address >= Address + (ulong)Length + (ulong)(_nextRead / 2) || address < Address;
        _nextRead = jumped ? SmallRead : Math.Min(_nextRead * 4, Capacity);
        int count = (int)Math.Min((ulong)_nextRead, limit - address);
        Length = memory.Read(address, _bytes.AsSpan(0, count));
        Address = address;
        return Length;
    }

    /// <summary>Empties the window, so that the next read starts large.</summary>
    public void Reset(ulong address)
    {
        Address = address;
        Length = 0;
        _nextRead = Capacity;
    }
}
