namespace Fathom.Sources.Events.Sessions;

/// <summary>What a stream of events has, and its limits.</summary>
public sealed record RawEventsOptions
{
    /// <summary>Of <see cref="RundownKeywords"/>: which IL the code of each method was compiled from. Runtimes before .NET 9 tell it wherever they name methods.</summary>
    public const ulong MapsToIl = 0x2_0000;

    // Loader, Jit, NGen (compiled ahead of time) and the end of the session.
    private const ulong NamesOfMethods = 0x138;

    /// <summary>What is asked for; a provider that is named twice is asked once, for all.</summary>
    public required IReadOnlyList<EventProvider> Providers { get; init; }

    /// <summary>The most memory in MiB that the target keeps for events that were not sent yet; it is the target's own memory. The names of methods at the end must find room in it.</summary>
    public int BufferMebibytes { get; init; } = 64;

    /// <summary>What the runtime tells when it is asked to stop, as keywords of its rundown provider: the names of all methods. 0 for nothing.</summary>
    public ulong RundownKeywords { get; init; } = NamesOfMethods;

    /// <summary>Whether the target takes the stack of each event, which is most of what an event costs it. Runtimes before .NET 8 always do, so they refuse events without.</summary>
    public bool WithStacks { get; init; } = true;

    /// <summary>Whether those that cannot leave stacks out send events with stacks then.</summary>
    public bool OlderMayTakeStacks { get; init; }

    /// <summary>How long the target may take to answer the wish to start.</summary>
    public TimeSpan StartLimit { get; init; } = TimeSpan.FromSeconds(10);
}
