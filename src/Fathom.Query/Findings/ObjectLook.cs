using Fathom.Query.Sessions;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>All that one look at the objects of a heap gave.</summary>
internal sealed class ObjectLook
{
    /// <summary>What it covered.</summary>
    public required InspectionFacts Facts { get; init; }

    /// <summary>The finalizer thread; null where it is not known.</summary>
    public ThreadFacts? Finalizer { get; init; }

    /// <summary>What the finalizer thread waits for; null where it runs, or waits for work.</summary>
    public LockFacts? FinalizerWait { get; init; }

    /// <summary>Types of arrays, most waste first.</summary>
    public IReadOnlyList<ArrayUse> Arrays { get; init; } = [];

    /// <summary>Types of collections, most waste first.</summary>
    public IReadOnlyList<CollectionUse> Collections { get; init; } = [];

    /// <summary>Texts that several strings have, most waste first.</summary>
    public IReadOnlyList<DuplicateUse> Duplicates { get; init; } = [];

    /// <summary>Delegates with many targets.</summary>
    public IReadOnlyList<DelegateUse> Delegates { get; init; } = [];

    /// <summary>What waits for something.</summary>
    public IReadOnlyList<PileUse> Piles { get; init; } = [];

    /// <summary>Broken hash tables.</summary>
    public IReadOnlyList<BrokenCollection> Broken { get; init; } = [];

    /// <summary>The rows that a query gives of the look: for what one rule alone judges.</summary>
    public Func<string, IEnumerable<TableRow>> Rows { get; init; } = static _ => [];
}
