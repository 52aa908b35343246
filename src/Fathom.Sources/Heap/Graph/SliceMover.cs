using Fathom.Sources.Machine.Resources;

namespace Fathom.Sources.Heap.Graph;

/// <summary>
/// Puts the entries of slices behind each other, column by column. What a slice leaves behind is given back to the kernel at once, so that the entries are in
/// memory once only.
/// </summary>
internal static unsafe class SliceMover
{
    /// <summary>Moves the types, and gives them their numbers in the whole store.</summary>
    public static void Types(GraphSlice[] slices, uint* to)
    {
        foreach (GraphSlice slice in slices)
        {
            ReadOnlySpan<uint> numbers = slice.TypeNumbers;
            uint* from = slice.TypesStart;
            for (uint i = 0; i < slice.ObjectCount; i++)
                to[i] = numbers[(int)from[i]];
            to += slice.ObjectCount;
            Leave(from, slice.ObjectCount, to);
        }
    }

    /// <summary>Moves the sizes.</summary>
    public static void SizeUnits(GraphSlice[] slices, uint* to)
    {
        foreach (GraphSlice slice in slices)
        {
            Move(slice.SizeUnitsStart, to, slice.ObjectCount);
            to += slice.ObjectCount;
            Leave(slice.SizeUnitsStart, slice.ObjectCount, to);
        }
    }

    /// <summary>Moves the first references, which are counted from the beginning of each slice, and counts them from the beginning of the first one.</summary>
    public static void FirstReferences(GraphSlice[] slices, uint* to)
    {
        uint before = 0;
        foreach (GraphSlice slice in slices)
        {
            uint* from = slice.FirstReferenceStart;
            for (uint i = 0; i < slice.ObjectCount; i++)
                to[i] = from[i] + before;
            to += slice.ObjectCount;
            Leave(from, slice.ObjectCount, to);
            before += (uint)slice.ReferenceCount;
        }
    }

    /// <summary>Moves the references.</summary>
    public static void References(GraphSlice[] slices, uint* to)
    {
        foreach (GraphSlice slice in slices)
        {
            Move(slice.ReferencesStart, to, slice.ReferenceCount);
            to += slice.ReferenceCount;
            Leave(slice.ReferencesStart, slice.ReferenceCount, to);
        }
    }

    // Entries of this slice may lie there already.
    private static void Leave(uint* from, long count, uint* taken)
    {
        uint* start = from < taken && taken < from + count ? taken : from;
        if (taken <= start)
            LargePages.Release((byte*)start, (from + count - start) * sizeof(uint));
    }

    private static void Move(uint* from, uint* to, long count)
    {
        if (from != to)
            Buffer.MemoryCopy(from, to, count * sizeof(uint), count * sizeof(uint));
    }
}
