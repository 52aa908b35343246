namespace Fathom.Sources.Events.Sessions;

/// <summary>Limits of a session.</summary>
public sealed record EventSessionOptions
{
    /// <summary>The most memory in MiB that the target keeps for events that were not sent yet; it is the target's own memory.</summary>
    public int BufferMebibytes { get; init; } = 16;

    /// <summary>Whether the target names its methods when the session is stopped: some megabytes, and about 0.1 s.</summary>
    public bool NamesMethods { get; init; }

    /// <summary>Whether the target takes the stack of each event, which is most of what an event costs it. Runtimes before .NET 8 always do.</summary>
    public bool WithStacks { get; init; } = true;

    /// <summary>How long the target may take to answer.</summary>
    public TimeSpan StartLimit { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long the target may take to send what it still has.</summary>
    public TimeSpan StopLimit { get; init; } = TimeSpan.FromSeconds(10);
}
