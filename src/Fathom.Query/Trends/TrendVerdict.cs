namespace Fathom.Query.Trends;

/// <summary>What a series of values says about growth.</summary>
public enum TrendVerdict
{
    /// <summary>Neither growth nor its absence can be told from what there is.</summary>
    TooShort,

    /// <summary>It grows, steadily and by more than its noise.</summary>
    Grows,

    /// <summary>It does not grow: it stays, falls, swings, or has settled after a start.</summary>
    DoesNotGrow,

    /// <summary>The kernel moved memory to swap, so resident memory says nothing about growth.</summary>
    Paging,
}
