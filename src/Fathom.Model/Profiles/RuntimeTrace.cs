namespace Fathom.Model.Profiles;

/// <summary>What a runtime told of a while: when it stood still, what it compiled, where its threads were. Times are nanoseconds of the target's CLOCK_MONOTONIC.</summary>
public sealed class RuntimeTrace
{
    /// <summary>Times that all managed threads stood still, in any order.</summary>
    public List<TracedSuspension> Suspensions { get; } = [];

    /// <summary>Compilations of methods that ended, in any order.</summary>
    public List<TracedCompilation> Compilations { get; } = [];

    /// <summary>Compilations whose end was not told: their time is not known.</summary>
    public long UnfinishedCompilations { get; set; }

    /// <summary>Where threads were.</summary>
    public StackSamples Samples { get; } = new();

    /// <summary>Names of addresses.</summary>
    public MethodRanges Methods { get; } = new();

    /// <summary>Events that found no room in the target, or could not be read.</summary>
    public long LostEvents { get; set; }

    /// <summary>One sentence on an end that is not complete; null else.</summary>
    public string? Problem { get; set; }
}
