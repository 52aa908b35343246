using System.Text;
using System.Xml;
using System.Xml.Linq;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Takes the manifests that event sources of .NET write into a trace, in chunks, and reads the fields of their events.</summary>
/// <remarks><code>u8 format 1, u8 major, u8 minor, u8 5Bh, u16 chunks, u16 number of the chunk from 0, then UTF-8</code></remarks>
/// <param name="totals">Counts.</param>
internal sealed class Manifests(EtlTotals totals)
{
    private const int HeadBytes = 8;
    private const int MostBytes = 16 << 20;
    private const int MostChunks = 256;
    private const int ManifestId = 0xFFFE;
    private const byte Magic = 0x5B;

    private readonly Dictionary<(Guid Provider, int Pid), byte[]?[]> _open = [];
    private readonly HashSet<Guid> _read = [];
    private long _bytes;

    /// <summary>Whether a record is a chunk of a manifest.</summary>
    public static bool Is(in EtlRecord record) => record.Id == ManifestId && record.Payload is [1, _, _, Magic, _, _, _, _, ..];

    /// <summary>What an event with a chunk tells of it.</summary>
    public static EventMetadata Describe(in EtlRecord record, string provider)
    {
        EventField[] fields =
        [
            new("Format", EventFieldType.Byte, []), new("MajorVersion", EventFieldType.Byte, []),
                new("MinorVersion", EventFieldType.Byte, []),
            new("Magic", EventFieldType.Byte, []), new("TotalChunks", EventFieldType.UInt16, []),
                new("ChunkNumber", EventFieldType.UInt16, []),
        ];
        return new EventMetadata(provider, record.Id, "ManifestData", record.Version, record.Level, record.Keywords, fields)
        {
            OpCode = record.Opcode,
            ProviderId = record.Provider,
        };
    }

    /// <summary>Takes a chunk; the last one of a manifest completes it.</summary>
    public void Take(in EtlRecord record, EventDescriptions descriptions)
    {
        int count = BitConverter.ToUInt16(record.Payload[4..]), number = BitConverter.ToUInt16(record.Payload[6..]);
        if (_read.Contains(record.Provider))
            return;
        if (count is 0 or > MostChunks || number >= count || _bytes + record.Payload.Length > MostBytes)
        {
            totals.DamagedSchemas++;
            return;
        }

        (Guid, int) key = (record.Provider, record.Pid);
        if (!_open.TryGetValue(key, out byte[]?[]? chunks) || chunks.Length != count)
            _open[key] = chunks = new byte[]?[count];
        chunks[number] ??= record.Payload[HeadBytes..].ToArray();
        _bytes += record.Payload.Length;
        if (Array.Exists(chunks, static chunk => chunk is null))
            return;
        _open.Remove(key);
        _read.Add(record.Provider);
        byte[] whole = [.. chunks.SelectMany(static chunk => chunk!)];
        try
        {
            Read(Encoding.UTF8.GetString(whole), record.Provider, descriptions);
        }
        catch (Exception e) when (e is XmlException or FormatException or OverflowException or InvalidOperationException)
        {
            totals.DamagedSchemas++;
        }
    }

    private static void Read(string xml, Guid id, EventDescriptions descriptions)
    {
        XmlReaderSettings settings = new() { DtdProcessing = DtdProcessing.Prohibit, MaxCharactersInDocument = MostBytes };
        using XmlReader reader = XmlReader.Create(new StringReader(xml), settings);
        XElement root = XElement.Load(reader);
        foreach (XElement provider in Named(root, "provider"))
        {
            string name = (string?)provider.Attribute("name") ?? "";
            Dictionary<string, EventField[]> templates = Named(provider, "template")
                .Where(static one => one.Attribute("tid") is not null).DistinctBy(static one => (string)one.Attribute("tid")!)
                .ToDictionary(static one => (string)one.Attribute("tid")!, static one => FieldsOf(one));
            foreach (XElement told in Named(provider, "event"))
            {
                string template = (string?)told.Attribute("template") ?? "";
                descriptions.Add(new EventMetadata(
                    name, (int?)told.Attribute("value") ?? 0, NameOf(told), (int?)told.Attribute("version") ?? 0, 0, 0,
                    templates.GetValueOrDefault(template, []))
                {
                    ProviderId = id,
                });
            }
        }
    }

    // Where the method of the event source is not told, what it is about and what it does.
    private static string NameOf(XElement told)
    {
        if ((string?)told.Attribute("symbol") is { Length: > 0 } symbol)
            return symbol;
        string task = (string?)told.Attribute("task") ?? "";
        string opcode = ((string?)told.Attribute("opcode") ?? "").Replace("win:", "", StringComparison.Ordinal);
        return opcode is "" or "Info" ? task : $"{task}/{opcode}";
    }

    private static IEnumerable<XElement> Named(XElement root, string name) =>
        root.DescendantsAndSelf().Where(one => one.Name.LocalName == name);

    // Up to the first field whose size cannot be told.
    private static EventField[] FieldsOf(XElement template)
    {
        List<EventField> fields = [];
        foreach (XElement told in template.Elements())
        {
            string name = (string?)told.Attribute("name") ?? "";
            string type = (string?)told.Attribute("inType") ?? "";
            string? length = (string?)told.Attribute("length"), count = (string?)told.Attribute("count");
            EventField? one = TypeOf(type) is { } plain ? new EventField(name, plain, []) : null;
            string? counter = length ?? count;
            if (counter is not null && told.Name.LocalName == "data")
            {
                int index = fields.FindIndex(field => field.Name == counter);
                EventFieldType? unit = type == "win:Binary" ? EventFieldType.Byte : one?.Type;
                one = index < 0 || unit is not { } known
                    ? null
                    : new EventField(name, EventFieldType.CountedArray, [], new EventField("", known, []), index);
            }

            if (one is null)
                break;
            fields.Add(one);
        }

        return [.. fields];
    }

    private static EventFieldType? TypeOf(string type) => type switch
    {
        "win:UnicodeString" => EventFieldType.Text,
        "win:AnsiString" => EventFieldType.Utf8Text,
        "win:Int8" => EventFieldType.SByte,
        "win:UInt8" => EventFieldType.Byte,
        "win:Int16" => EventFieldType.Int16,
        "win:UInt16" => EventFieldType.UInt16,
        "win:Int32" => EventFieldType.Int32,
        "win:UInt32" or "win:HexInt32" => EventFieldType.UInt32,
        "win:Int64" => EventFieldType.Int64,
        "win:UInt64" or "win:HexInt64" => EventFieldType.UInt64,
        "win:Float" => EventFieldType.Single,
        "win:Double" => EventFieldType.Double,
        "win:Boolean" => EventFieldType.Boolean32,
        "win:GUID" => EventFieldType.Guid,
        "win:Pointer" => EventFieldType.Address,
        "win:FILETIME" => EventFieldType.DateTime,
        "win:SID" => EventFieldType.Sid,
        _ => null,
    };
}
