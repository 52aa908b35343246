namespace Fathom.Formats.NetTrace.Fields;

/// <summary>Name and fields of a kind of event, as far as they are known.</summary>
/// <param name="Name">Its name; empty where nobody tells.</param>
/// <param name="Fields">Its fields; empty where it has none, or where nobody tells.</param>
/// <param name="IsKnown">Whether the fields are known: what is behind them in a payload is of a later version.</param>
public sealed record EventShape(string Name, EventField[] Fields, bool IsKnown)
{
    /// <summary>What the stream says where it names fields, else what is known of the runtime's own events.</summary>
    public static EventShape Of(EventMetadata metadata)
    {
        EventShape? known = metadata.Fields.Length > 0 ? null : RuntimeEvents.Find(metadata.Provider, metadata.EventId, metadata.Version);
        if (known is null)
            return new EventShape(metadata.Name, metadata.Fields, metadata.Fields.Length > 0);
        return metadata.Name.Length == 0 ? known : known with { Name = metadata.Name };
    }
}
