namespace Fathom.Query.Heap;

/// <summary>What the rows of a heap view are divided by, beside the type.</summary>
public enum HeapGrouping
{
    /// <summary>Type, module and load context only.</summary>
    Type,

    /// <summary>Generation too.</summary>
    Generation,

    /// <summary>Segment or region too.</summary>
    Segment,

    /// <summary>As <see cref="Type"/>, and the load context is shown.</summary>
    LoadContext,
}
