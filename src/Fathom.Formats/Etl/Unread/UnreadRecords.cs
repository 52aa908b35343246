using System.Globalization;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl.Unread;

/// <summary>Kinds of event for records whose meaning the file does not tell. Their names say why; their bytes stay.</summary>
internal sealed class UnreadRecords
{
    /// <summary>Whose events messages are.</summary>
    public const string MessageProvider = "WPP";

    /// <summary>Whose events records of unknown kind are.</summary>
    public const string UnknownProvider = "Unknown";

    private readonly Dictionary<(bool IsMessage, int Number), EventMetadata> _kinds = [];

    /// <summary>The kind of messages with the same options.</summary>
    /// <param name="options">The options.</param>
    /// <param name="isNew">Whether it was not met before.</param>
    public EventMetadata OfMessage(int options, out bool isNew)
    {
        isNew = !_kinds.TryGetValue((true, options), out EventMetadata? known);
        if (isNew)
            _kinds.Add((true, options), known = Message(options));
        return known!;
    }

    /// <summary>The kind of records with the same number of a kind.</summary>
    /// <param name="marker">The number.</param>
    /// <param name="isNew">Whether it was not met before.</param>
    public EventMetadata OfUnknown(int marker, out bool isNew)
    {
        isNew = !_kinds.TryGetValue((false, marker), out EventMetadata? known);
        if (isNew)
            _kinds.Add((false, marker), known = Unknown(marker));
        return known!;
    }

    private static EventMetadata Unknown(int marker) => new(
        UnknownProvider, marker, string.Create(CultureInfo.InvariantCulture, $"Record of kind {marker}, which Fathom does not know"), 0, 0,
            0, []);

    private static EventMetadata Message(int options)
    {
        List<EventField> fields = [new("Message", EventFieldType.UInt16, []), new("Options", EventFieldType.UInt16, [])];
        Add(EtlMessage.Sequence, "Sequence", EventFieldType.UInt32);
        Add(EtlMessage.Id, "Id", EventFieldType.Guid);
        if ((options & EtlMessage.Id) == 0)
            Add(EtlMessage.Component, "Component", EventFieldType.UInt32);
        Add(EtlMessage.Time, "Ticks", EventFieldType.UInt64);
        Add(EtlMessage.Owner, "Thread", EventFieldType.UInt32);
        Add(EtlMessage.Owner, "Process", EventFieldType.UInt32);
        return new EventMetadata(MessageProvider, options, "Message, whose text is in the symbols of its program", 0, 0, 0, [.. fields]);

        void Add(int option, string name, EventFieldType type)
        {
            if ((options & option) != 0)
                fields.Add(new EventField(name, type, []));
        }
    }
}
