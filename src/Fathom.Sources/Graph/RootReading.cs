namespace Fathom.Sources.Graph;

/// <summary>What keeps objects alive from outside the heap, as addresses.</summary>
internal sealed class RootReading
{
    /// <summary>The roots.</summary>
    public List<RootEntry> Roots { get; } = [];

    /// <summary>Dependent handles.</summary>
    public List<DependentPair> Dependents { get; } = [];

    /// <summary>What could not be read, in sentences.</summary>
    public List<string> Notes { get; } = [];
}
