using System.Runtime.CompilerServices;
using Fathom.Sources.Machine.Resources;

namespace Fathom.Sources.Heap.Graph;

/// <summary>A growing list of 32-bit numbers in one array that does not move, so that hot loops may hold its address.</summary>
internal sealed unsafe class NumberColumn
{
    private const int LeastCapacity = 64 * 1024;

    /// <summary>An empty list.</summary>
    /// <param name="capacity">How many numbers are expected.</param>
    public NumberColumn(long capacity) => Values = New(Math.Max(capacity, LeastCapacity));

    /// <summary>The array; longer than what is in use.</summary>
    public uint[] Values { get; private set; }

    /// <summary>Address of the first number; valid until the list grows.</summary>
    public uint* Start => (uint*)Unsafe.AsPointer(ref Values[0]);

    /// <summary>How many numbers fit.</summary>
    public long Capacity => Values.Length;

    /// <summary>Makes room for at least so many numbers, the first <paramref name="used"/> of which are kept.</summary>
    /// <exception cref="Model.FathomException">More than an array can hold.</exception>
    public void Grow(long used, long needed)
    {
        uint[] larger = New(Math.Max(needed, Capacity + (Capacity / 2)));
        Values.AsSpan(0, (int)used).CopyTo(larger);
        Values = larger;
    }

    /// <summary>Gives the memory behind the numbers in use back to the kernel.</summary>
    /// <param name="used">How many numbers are kept.</param>
    public void Trim(long used) => LargePages.Release((byte*)(Start + used), (Capacity - used) * sizeof(uint));

    /// <summary>A list of its own with a part of this one.</summary>
    /// <param name="from">The first number.</param>
    /// <param name="used">How many numbers are copied.</param>
    /// <param name="capacity">How many will fit.</param>
    public NumberColumn Part(long from, long used, long capacity)
    {
        NumberColumn part = new(capacity);
        Values.AsSpan((int)from, (int)used).CopyTo(part.Values);
        return part;
    }

    private static uint[] New(long capacity)
    {
        if (capacity > Array.MaxLength && capacity < (long)Array.MaxLength * 3 / 2)
            capacity = Array.MaxLength;
        if (capacity > Array.MaxLength)
            throw Model.FathomException.Target(
                $"The heap has more than {Array.MaxLength:#,##0} references or objects, which is more than its graph can hold.",
                "fathom heap SUBJECT counts the objects without their references");
        uint[] values = GC.AllocateUninitializedArray<uint>((int)capacity, pinned: true);
        LargePages.Ask((byte*)Unsafe.AsPointer(ref values[0]), capacity * sizeof(uint));
        return values;
    }
}
