namespace Fathom.Sources.Memory;

/// <summary>What memory of malloc belongs to.</summary>
internal static class MallocOwners
{
    /// <summary>The heap at the program break.</summary>
    public const string MainHeap = "main heap";

    /// <summary>Heaps of other arenas.</summary>
    public const string Arena = "arena";

    /// <summary>Blocks with mappings of their own.</summary>
    public const string LargeBlocks = "large blocks";
}
