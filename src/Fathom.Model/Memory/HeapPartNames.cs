namespace Fathom.Model.Memory;

/// <summary>What the managed heap is divided into where live and dead objects are told apart: the values of <c>memory_part.part</c>, and the categories of results.</summary>
public static class HeapPartNames
{
    /// <summary>The category that is divided.</summary>
    public const string ManagedHeap = "managed heap";

    /// <summary>Objects that a root reaches.</summary>
    public const string Live = "live";

    /// <summary>Objects that no root reaches, where nothing was lost.</summary>
    public const string Dead = "dead";

    /// <summary>Objects that no root was seen to reach, where references or roots were lost.</summary>
    public const string NotKnown = "not known";

    /// <summary>The categories that are not certain where references or roots were lost.</summary>
    public static IReadOnlyList<string> LiveCategories { get; } = [.. new[] { Live, Dead, NotKnown }.Select(static part => $"{ManagedHeap}, {part}")];
}
