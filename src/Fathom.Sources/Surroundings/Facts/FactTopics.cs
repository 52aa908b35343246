namespace Fathom.Sources.Surroundings.Facts;

/// <summary>What facts of a machine are about.</summary>
public static class FactTopics
{
    /// <summary>The kernel, its rules for recorders, and modules that are not its own.</summary>
    public const string Kernel = "kernel";

    /// <summary>Processors: what they are, how fast they may run, and whether they were slowed down.</summary>
    public const string Processor = "processor";

    /// <summary>How much the machine has to do.</summary>
    public const string Load = "load";

    /// <summary>How memory is managed.</summary>
    public const string Memory = "memory";

    /// <summary>Where memory is swapped out to.</summary>
    public const string Swap = "swap";

    /// <summary>Block devices.</summary>
    public const string Storage = "storage";

    /// <summary>Limits of control groups.</summary>
    public const string Limits = "limits";

    /// <summary>The container that the recorder runs in.</summary>
    public const string Container = "container";

    /// <summary>Who else looks on, and makes programs slower by it.</summary>
    public const string Tracing = "tracing";
}
