namespace Fathom.Sources.Surroundings;

/// <summary>How a machine is watched while something is recorded.</summary>
public sealed record MachineWatchOptions
{
    /// <summary>The log that is written; it must not be there yet.</summary>
    public required string Path { get; init; }

    /// <summary>How often the resident memory of all processes is read; less often where that would take more than its share.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How often the figures of the machine are read; less often where that would take more than its share.</summary>
    public TimeSpan FigureInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Whether the control groups of all processes are read, not only of those that are followed.</summary>
    public bool FollowsAll { get; init; }

    /// <summary>How often it is looked whether the machine was changed; less often where that would take more than its share.</summary>
    public TimeSpan FactInterval { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The longest that the kernel may be asked to walk the pages of processes, at the begin and at the end.</summary>
    public TimeSpan WholeLimit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>What stands before <c>/proc</c>; nothing for this machine.</summary>
    internal string Root { get; init; } = "";

    /// <summary>Reads facts.</summary>
    internal EnvironmentReader Reader { get; init; } = new();

    /// <summary>How long what was read is kept, in nanoseconds; null for all of it.</summary>
    public long? KeepNs { get; init; }
}
