using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events.Assemblies;

/// <summary>Assemblies that are looked for, with what came of it, and those that are loaded.</summary>
public sealed class AssemblyConsumer : EventConsumer
{
    private const int LoadId = 154;
    private const int StartId = 290;
    private const int StopId = 291;
    private const int AttemptId = 292;

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } =
        [new(EventProvider.Runtime, RuntimeKeywords.AssemblyLoader | RuntimeKeywords.Loader, EventLevel.Informational)];

    /// <summary>The runtime begins to look for an assembly.</summary>
    public EventHandling<AssemblyAsked>? OnStart { get; init; }

    /// <summary>A step of the search failed: the error.</summary>
    public EventHandling<ReadOnlySpan<char>>? OnError { get; init; }

    /// <summary>The search is over.</summary>
    public EventHandling<AssemblyAnswered>? OnEnd { get; init; }

    /// <summary>An assembly was loaded.</summary>
    public EventHandling<AssemblyLoaded>? OnLoaded { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != EventProvider.Runtime ? null : metadata.EventId switch
    {
        LoadId when metadata.Version >= 1 => OnLoaded is null ? null : Loaded,
        StartId => OnStart is null ? null : Start,
        StopId => OnEnd is null ? null : Stop,
        AttemptId => OnError is null ? null : Attempt,
        _ => null,
    };

    private void Start(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        AssemblyAsked value = Asked(ref fields);
        if (!fields.IsShort)
            OnStart!(new EventOrigin(at), value);
    }

    private void Stop(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        AssemblyAsked asked = Asked(ref fields);
        AssemblyAnswered value = new(asked, fields.UInt32() != 0, fields.Text(), fields.Text(), fields.UInt32() != 0);
        if (!fields.IsShort)
            OnEnd!(new EventOrigin(at), value);
    }

    // u16 runtime, name, u16 step, context, u16 result, name found, path found, error; the result of a step that found it is 0.
    private void Attempt(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        fields.UInt16();
        fields.Text();
        fields.UInt16();
        fields.Text();
        bool isGood = fields.UInt16() == 0;
        fields.Text();
        fields.Text();
        ReadOnlySpan<char> error = fields.Text();
        if (!fields.IsShort && !isGood && !error.IsEmpty)
            OnError!(new EventOrigin(at), error);
    }

    private void Loaded(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ulong assembly = fields.UInt64();
        fields.Skip(20);
        AssemblyLoaded value = new(assembly, fields.Text());
        if (!fields.IsShort)
            OnLoaded!(new EventOrigin(at), value);
    }

    private static AssemblyAsked Asked(ref PayloadReader fields)
    {
        fields.UInt16();
        AssemblyAsked value = new(fields.Text(), fields.Text(), fields.Text(), fields.Text());
        // The load context of who asks.
        fields.Text();
        return value;
    }
}
