namespace Fathom.Formats.NetTrace;

/// <summary>A kind of event, as the stream describes it.</summary>
/// <param name="Provider">Who writes such events, such as <c>Microsoft-Windows-DotNETRuntime</c>.</param>
/// <param name="EventId">Its number with that provider.</param>
/// <param name="Name">Its name; empty for events of the runtime itself.</param>
/// <param name="Version">Version of its fields.</param>
/// <param name="Level">1 critical … 5 verbose.</param>
/// <param name="Keywords">The groups that it belongs to.</param>
/// <param name="Fields">Its fields; empty for events of the runtime itself.</param>
public sealed record EventMetadata(
    string Provider, int EventId, string Name, int Version, int Level, ulong Keywords, EventField[] Fields)
{
    /// <summary>What the event does (1 start, 2 stop, others as the provider likes); 0 where that is not told.</summary>
    public int OpCode { get; init; }

    /// <summary>The provider's number; empty where the stream has its name only.</summary>
    public Guid ProviderId { get; init; }

    /// <summary>Version 6: a sentence with the names of fields in braces; empty for none.</summary>
    public string MessageTemplate { get; init; } = "";

    /// <summary>Version 6: what the event is about; empty for none.</summary>
    public string Description { get; init; } = "";

    /// <summary>Version 6: whatever else the writer said of it.</summary>
    public IReadOnlyDictionary<string, string> Attributes { get; init; } = NetTraceHeader.None;

    /// <summary>Whatever the sink wants to find again at each event of this kind; null for events that it does not want.</summary>
    public object? Tag { get; set; }
}
