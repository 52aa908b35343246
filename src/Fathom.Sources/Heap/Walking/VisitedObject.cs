using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>An object at the moment when the walk passes it. What the window of the walk holds of it is read from there, the rest from the target.</summary>
/// <param name="memory">The target's memory.</param>
/// <param name="address">Address of the object.</param>
/// <param name="held">Its beginning, as far as the window holds it; at least <see cref="HeapLayout.HeadSize"/> bytes.</param>
internal readonly ref struct VisitedObject(ITargetMemory memory, ulong address, ReadOnlySpan<byte> held)
{
    private readonly ReadOnlySpan<byte> _held = held;

    /// <summary>Address of the object.</summary>
    public ulong Address { get; } = address;

    /// <summary>Bytes from its address to the next object's.</summary>
    public required ulong SizeBytes { get; init; }

    /// <summary>Size of its type without components, header included.</summary>
    public required uint BaseSize { get; init; }

    /// <summary>Size of a component; 0 for types without.</summary>
    public required uint ComponentSize { get; init; }

    /// <summary>
    /// Whether it has survived no collection yet. Such an object may have been let go of long ago, and nobody has looked since, so it says little about what
    /// a program keeps.
    /// </summary>
    public required bool IsYoung { get; init; }

    /// <summary>Components of an array or string.</summary>
    public uint Length => MemoryMarshal.Read<uint>(_held[HeapLayout.ComponentCountOffset..]);

    /// <summary>Reads a field.</summary>
    /// <param name="offset">From the object's address.</param>
    /// <param name="value">The value.</param>
    public bool TryRead<T>(int offset, out T value)
        where T : unmanaged
    {
        if (offset + Unsafe.SizeOf<T>() <= _held.Length)
        {
            value = MemoryMarshal.Read<T>(_held[offset..]);
            return true;
        }

        value = default;
        return memory.Read(Address + (ulong)offset, MemoryMarshal.AsBytes(new Span<T>(ref value))) == Unsafe.SizeOf<T>();
    }

    /// <summary>A part of the object, if the window holds all of it.</summary>
    public bool TryHold(ulong offset, ulong length, out ReadOnlySpan<byte> bytes)
    {
        bool isHeld = offset + length <= (ulong)_held.Length;
        bytes = isHeld ? _held.Slice((int)offset, (int)length) : default;
        return isHeld;
    }
}
