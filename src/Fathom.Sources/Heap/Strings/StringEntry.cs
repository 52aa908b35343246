namespace Fathom.Sources.Heap.Strings;

/// <summary>One text of a <see cref="StringTable"/>. 24 bytes.</summary>
internal struct StringEntry
{
    public ulong Hash;

    /// <summary>UTF-16 characters.</summary>
    public int Length;

    /// <summary>Where the sample starts among the samples, plus 1; 0 for none.</summary>
    public int Sample;

    /// <summary>Strings with this text; 0 marks an empty place.</summary>
    public long Count;
}
