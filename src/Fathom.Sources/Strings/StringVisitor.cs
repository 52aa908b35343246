using Fathom.Sources.Heap;

namespace Fathom.Sources.Strings;

/// <summary>Notes where the strings of a block are.</summary>
/// <param name="stringTable">Method table of System.String.</param>
/// <param name="found">Gets the places; has room for as many as a block can hold.</param>
internal unsafe struct StringVisitor(ulong stringTable, byte** found) : IObjectVisitor
{
    /// <summary>Places noted.</summary>
    public int Count { get; private set; }

    public void Visit(byte* start, ulong methodTable, ulong sizeBytes)
    {
        // Written in any case, and kept by counting: whether an object is a string is a coin toss that no processor predicts.
        found[Count] = start;
        Count += methodTable == stringTable ? 1 : 0;
    }
}
