using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Traces.Universal;

/// <summary>How the fields of a kind of event lie one behind the other. They are known by their names: recorders have left fields out and added others.</summary>
/// <remarks>
/// <code>
/// number = in groups of 7 bits; text = u16 bytes, UTF-8
/// Universal.System  ExistingProcess, ProcessCreate: NamespaceId, text Name, text NamespaceName      ProcessExit: nothing      of the process of the event
///                   ProcessMapping: Id, StartAddress, EndAddress, FileOffset, text FileName, MetadataId                       Ids are those of the whole trace
///                   ProcessMappingMetadata: Id, text SymbolMetadata, text VersionMetadata (JSON)
///                   ProcessSymbol: Id, MappingId, StartAddress, EndAddress, text Name
/// Universal.Events  cpu, cswitch and others: Value
/// </code>
/// </remarks>
internal sealed class UniversalLayout
{
    private readonly UniversalField[] _fields;
    private readonly bool[] _isText;

    private UniversalLayout(UniversalField[] fields, bool[] isText) => (_fields, _isText) = (fields, isText);

    /// <summary>The layout of a kind; null where it has not the fields that are needed, or others before them.</summary>
    /// <param name="metadata">The kind.</param>
    /// <param name="needed">Fields without which it tells nothing.</param>
    public static UniversalLayout? Of(EventMetadata metadata, params ReadOnlySpan<UniversalField> needed)
    {
        List<UniversalField> fields = [];
        List<bool> isText = [];
        foreach (EventField field in metadata.Fields)
        {
            bool text = field is { Type: EventFieldType.Array, Element.Type: EventFieldType.Utf8Unit };
            // What lies behind a field of unknown length cannot be found.
            if (!text && field.Type != EventFieldType.VarUInt)
                break;
            UniversalField known = Enum.TryParse(field.Name, out UniversalField name) && IsText(name) == text ? name : UniversalField.Other;
            fields.Add(known);
            isText.Add(text);
        }

        foreach (UniversalField field in needed)
        {
            if (!fields.Contains(field))
                return null;
        }

        return new UniversalLayout([.. fields], [.. isText]);
    }

    /// <summary>Reads the fields of an event.</summary>
    public UniversalEvent Read(in NetTraceEvent at)
    {
        UniversalEvent read = default;
        PayloadReader reader = at.Fields();
        for (int i = 0; i < _fields.Length; i++)
        {
            if (_isText[i])
                read.Take(_fields[i], reader.Bytes(reader.UInt16()));
            else
                read.Take(_fields[i], reader.VarUInt64());
        }

        read.IsWhole = !reader.IsShort;
        return read;
    }

    private static bool IsText(UniversalField field) => field is UniversalField.Name or UniversalField.FileName or UniversalField.SymbolMetadata;
}
