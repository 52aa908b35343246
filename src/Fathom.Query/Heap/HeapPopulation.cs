namespace Fathom.Query.Heap;

/// <summary>Which objects of a heap a view is about.</summary>
public enum HeapPopulation
{
    /// <summary>All of them.</summary>
    All,

    /// <summary>Those that a root reaches.</summary>
    Live,

    /// <summary>Those that none reaches, and that the next collections will free.</summary>
    Dead,
}
