namespace Fathom.Sources.Heap.Roots;

/// <summary>What keeps objects alive from outside the heap, as addresses.</summary>
internal sealed class RootReading
{
    /// <summary>The roots.</summary>
    public List<RootEntry> Roots { get; } = [];

    /// <summary>Dependent handles.</summary>
    public List<DependentPair> Dependents { get; } = [];

    /// <summary>All handles, also those that keep nothing alive.</summary>
    public List<HandleEntry> Handles { get; } = [];

    /// <summary>Objects whose finalizer was suppressed or has run, and that are still on the list of those with one.</summary>
    public List<ulong> Suppressed { get; } = [];

    /// <summary>What could not be read, in sentences.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>Whether no root is missing, and no object that has references.</summary>
    public bool IsWhole { get; set; } = true;

    /// <summary>Notes that roots may be missing.</summary>
    public void Missing(string note)
    {
        Notes.Add(note);
        IsWhole = false;
    }
}
