namespace Fathom.Query.Orphans;

/// <summary>What the rows of a look at the memory of a machine are.</summary>
public enum OrphanView
{
    /// <summary>One per case of memory that is of no process.</summary>
    Cases,

    /// <summary>One per part of the machine's memory.</summary>
    Balance,

    /// <summary>One per file in the page cache.</summary>
    Cache,
}
