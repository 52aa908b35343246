using Fathom.Sources.Events.Sessions;

namespace Fathom.Recorder.Runtimes;

/// <summary>What is recorded of runtimes, and where it goes.</summary>
public sealed record RuntimeRecorderOptions
{
    /// <summary>How long what was recorded is kept, in nanoseconds, as segments of a ring; null for all of it.</summary>
    public long? KeepNs { get; init; }

    /// <summary>An existing folder for the files.</summary>
    public required string Folder { get; init; }

    /// <summary>What runtimes are asked for; a provider that is named twice is asked once, for all.</summary>
    public IReadOnlyList<EventProvider> Providers { get; init; } = DefaultProviders.All;

    /// <summary>
    /// What runtimes since .NET 8 are asked for in a second session, without the stack of each event; none of these is in <see cref="Providers"/>.
    /// </summary>
    public IReadOnlyList<EventProvider> WithoutStacks { get; init; } = [];

    /// <summary>Whether older runtimes are asked for <see cref="WithoutStacks"/> too, which then cost them a stack for each.</summary>
    public bool AsksOlderForStacks { get; init; }

    /// <summary>The most memory in MiB that each target keeps for events that were not sent yet.</summary>
    public int BufferMebibytes { get; init; } = 64;

    /// <summary>Bytes that the raw files may have.</summary>
    public SizeBudget Budget { get; init; } = SizeBudget.None;

    /// <summary>Whether the runtimes name their methods when they are stopped.</summary>
    public bool NamesMethods { get; init; } = true;

    /// <summary>Whether they tell too which IL each method was compiled from, for source lines.</summary>
    public bool MapsToIl { get; init; } = true;

    /// <summary>Which .NET processes are recorded beside those that are named.</summary>
    public RuntimeFollow Follow { get; init; } = RuntimeFollow.Children;

    /// <summary>
    /// How Fathom is started once more: its file, and for one that <c>dotnet</c> runs, the assembly. Without it nobody lets a launched program, and what that starts, go
    /// on when this process is gone.
    /// </summary>
    public IReadOnlyList<string> Fathom { get; init; } = [];
}
