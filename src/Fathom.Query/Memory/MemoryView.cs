namespace Fathom.Query.Memory;

/// <summary>What the rows of a look at memory are.</summary>
public enum MemoryView
{
    /// <summary>One per category.</summary>
    Categories,

    /// <summary>One per category and owner.</summary>
    Owners,

    /// <summary>One per piece of the address space.</summary>
    Regions,

    /// <summary>One per figure of the control group.</summary>
    Cgroup,

    /// <summary>One per arena of malloc.</summary>
    Malloc,

    /// <summary>One per row name of MemAnalyzer.</summary>
    Classic,
}
