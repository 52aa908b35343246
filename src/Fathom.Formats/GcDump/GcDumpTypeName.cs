namespace Fathom.Formats.GcDump;

/// <summary>Reads the names of types in a gcdump file.</summary>
/// <remarks>
/// <para>The writers put more into a name than the type:</para>
/// <code>
/// My.Order (Bytes &gt; 10K)              big objects have a type of their own for each power of ten
/// System.Int32[] (NoPtrs,ElemSize=4)    PerfView adds what arrays hold
/// [static vars], [strong Handles] …     pseudo types of the nodes that roots hang on; such a node has no address
/// [RCW mscorlib!System.__ComObject …]   a managed object around a COM object
/// [CCW for My.Order RefCnt: 1]          no object of the heap: the native side of an object
/// Free                                  free space
/// </code>
/// </remarks>
public static class GcDumpTypeName
{
    private const string SizePrefix = " (Bytes > ";
    private const string ArrayMark = "ElemSize=";

    /// <summary>The name of the free space that PerfView writes.</summary>
    public const string Free = "Free";

    /// <summary>The name without what the writer added to tell sizes and arrays apart.</summary>
    public static string Clean(string name)
    {
        if (!name.EndsWith(')'))
            return name;
        int start = name.LastIndexOf(" (", StringComparison.Ordinal);
        bool isAdded = start > 0 && (name.AsSpan(start).StartsWith(SizePrefix) || name.AsSpan(start).Contains(ArrayMark, StringComparison.Ordinal));
        return isAdded ? name[..start] : name;
    }

    /// <summary>Whether a node of this type and address is an object of the heap, or free space of it.</summary>
    public static bool IsObject(string name, ulong address) =>
        !name.StartsWith("[CCW ", StringComparison.Ordinal) && !IsRoot(name, address) && name != GcDumpType.Undefined;

    /// <summary>Whether a node of this type and address is one that roots hang on.</summary>
    public static bool IsRoot(string name, ulong address) => address == 0 && name.StartsWith('[');
}
