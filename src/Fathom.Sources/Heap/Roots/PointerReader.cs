using System.Buffers.Binary;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Reads single numbers of a target. Neighbours are read together, so numbers that are asked for in the order of their addresses cost few calls.</summary>
internal sealed class PointerReader(ITargetMemory memory)
{
    private const int WindowSize = 4096;

    private readonly byte[] _window = new byte[WindowSize];
    private ulong _start;
    private int _length;

    /// <summary>The target's memory.</summary>
    public ITargetMemory Memory => memory;

    /// <summary>Reads 8 bytes; 0 where they cannot be read.</summary>
    public ulong Pointer(ulong address) => TryMoveTo(address, sizeof(ulong), out int offset) ? BinaryPrimitives.ReadUInt64LittleEndian(_window.AsSpan(offset)) : 0;

    /// <summary>Reads 8 bytes.</summary>
    /// <returns>False where they cannot be read.</returns>
    public bool TryPointer(ulong address, out ulong value)
    {
        bool isReadable = TryMoveTo(address, sizeof(ulong), out int offset);
        value = isReadable ? BinaryPrimitives.ReadUInt64LittleEndian(_window.AsSpan(offset)) : 0;
        return isReadable;
    }

    /// <summary>Reads 4 bytes; 0 where they cannot be read.</summary>
    public uint Number(ulong address) => TryMoveTo(address, sizeof(uint), out int offset) ? BinaryPrimitives.ReadUInt32LittleEndian(_window.AsSpan(offset)) : 0;

    /// <summary>Reads 2 bytes; 0 where they cannot be read.</summary>
    public ushort Short(ulong address) => TryMoveTo(address, sizeof(ushort), out int offset) ? BinaryPrimitives.ReadUInt16LittleEndian(_window.AsSpan(offset)) : (ushort)0;

    /// <summary>Reads a byte; 0 where it cannot be read.</summary>
    public byte Byte(ulong address) => TryMoveTo(address, sizeof(byte), out int offset) ? _window[offset] : (byte)0;

    private bool TryMoveTo(ulong address, int count, out int offset)
    {
        if (address < _start || address - _start + (ulong)count > (ulong)_length)
        {
            // Not across the end of a page: what lies behind it may be unreadable.
            _start = address;
            int toPageEnd = WindowSize - (int)(address & (WindowSize - 1));
            _length = memory.Read(address, _window.AsSpan(0, toPageEnd >= count ? toPageEnd : count));
        }

        offset = (int)(address - _start);
        return _length >= offset + count;
    }
}
