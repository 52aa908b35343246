using System.Globalization;
using System.Text;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>
/// What kinds of event are there: those that Fathom knows, those whose schema stands in the file, and those that describe themselves.
/// </summary>
/// <param name="totals">Counts.</param>
internal sealed class EventDescriptions(EtlTotals totals)
{
    private const int Most = 1 << 16;
    private const int RecentKinds = 4096;

    private readonly Dictionary<(Guid Provider, int Id, int Version), EventMetadata> _schemas = [];
    private readonly Dictionary<(Guid Provider, int Id, int Version), EventMetadata> _events = [];
    private readonly Dictionary<int, EventMetadata> _kernel = [];
    private readonly Dictionary<(Guid Provider, ulong Hash), (byte[] Schema, EventMetadata? Kind)> _own = [];
    private readonly Dictionary<Guid, string> _names = [];
    private readonly Recent[] _recent = new Recent[RecentKinds];

    /// <summary>A schema stands in the file.</summary>
    public void Add(EventMetadata schema)
    {
        if (_schemas.Count >= Most)
        {
            totals.DamagedSchemas++;
            return;
        }

        _schemas[(schema.ProviderId, schema.EventId, schema.Version)] = schema;
        if (schema.Provider.Length > 0)
            _names.TryAdd(schema.ProviderId, schema.Provider);
    }

    /// <summary>The kind of a record; null where it is of none.</summary>
    /// <param name="record">The record.</param>
    /// <param name="hook">Its group and opcode where it is one of the kernel.</param>
    /// <param name="isNew">Whether it was not met before.</param>
    public EventMetadata Of(in EtlRecord record, int hook, out bool isNew)
    {
        isNew = false;
        if (hook >= 0)
        {
            int number = (hook << 8) | record.Version;
            ref Recent kernel = ref _recent[SlotOf((uint)number)];
            if (kernel.Kind is null || kernel.Number != number || kernel.Provider != default)
                kernel = new Recent { Number = number, Kind = Kernel(number, ref isNew) };
            return kernel.Kind;
        }

        if (record.Kind == EtlRecordKind.Event && SchemaIn(record.Items) is { IsEmpty: false } schema)
        {
            if (Own(record, schema, ref isNew) is { } own)
                return own;
        }

        int id = record.Kind == EtlRecordKind.Event ? record.Id : -1 - record.Opcode;
        ref Recent recent = ref _recent[SlotOf((uint)(record.Provider.GetHashCode() ^ (id << 8) ^ record.Version))];
        if (recent.Kind is not null && recent.Number == ((id << 8) | record.Version) && recent.Provider == record.Provider)
            return recent.Kind;
        EventMetadata kind = Known(record, id, ref isNew);
        recent = new Recent { Provider = record.Provider, Number = (id << 8) | record.Version, Kind = kind };
        return kind;
    }

    private static int SlotOf(uint key) => (int)(key * 2_654_435_769 >> 20);

    private EventMetadata Known(in EtlRecord record, int id, ref bool isNew)
    {
        (Guid, int, int) key = (record.Provider, id, record.Version);
        if (_events.TryGetValue(key, out EventMetadata? known))
            return known;
        isNew = true;
        known = Make(record);
        if (_events.Count < Most)
            _events.Add(key, known);
        return known;
    }

    // A schema is looked at once: which it is, its bytes tell. Two that have one hash are told apart by them.
    private EventMetadata? Own(in EtlRecord record, ReadOnlySpan<byte> schema, ref bool isNew)
    {
        (Guid, ulong) key = (record.Provider, Hash(schema) + ((ulong)record.Id << 16) + (ulong)record.Version);
        if (_own.TryGetValue(key, out (byte[] Schema, EventMetadata? Kind) told) && schema.SequenceEqual(told.Schema))
            return told.Kind;
        EventMetadata? kind = TraceLoggingSchema.Read(schema, record, ProviderIn(record.Items) ?? NameOf(record.Provider));
        totals.DamagedSchemas += kind is null ? 1 : 0;
        isNew = kind is not null;
        if (_own.Count < Most)
            _own[key] = (schema.ToArray(), kind);
        return kind;
    }

    private static ulong Hash(ReadOnlySpan<byte> bytes)
    {
        ulong hash = 14_695_981_039_346_656_037;
        foreach (byte one in bytes)
            hash = (hash ^ one) * 1_099_511_628_211;
        return hash;
    }

    private EventMetadata Kernel(int number, ref bool isNew)
    {
        if (!_kernel.TryGetValue(number, out EventMetadata? known))
        {
            _kernel.Add(number, known = KernelEvents.Describe(number >> 8, number & 0xFF));
            isNew = true;
        }

        return known;
    }

    private EventMetadata Make(in EtlRecord record)
    {
        if (record.Kind == EtlRecordKind.Classic)
        {
            return KernelEvents.Find(record.Provider) is { } of
                ? of.Describe(record.Opcode, record.Version)
                : new EventMetadata(
                    NameOf(record.Provider), record.Opcode, string.Create(CultureInfo.InvariantCulture, $"Opcode({record.Opcode})"),
                        record.Version, record.Level, 0, [])
                {
                    OpCode = record.Opcode,
                    ProviderId = record.Provider,
                };
        }

        string provider = NameOf(record.Provider);
        if (Manifests.Is(record))
            return Manifests.Describe(record, provider);
        EventMetadata? schema = provider.StartsWith(KnownProviders.Runtime, StringComparison.Ordinal) ? null
            : _schemas.GetValueOrDefault((record.Provider, record.Id, record.Version));
        (string Name, EventField[] Fields)? known = schema is null ? ProviderEvents.Find(record.Provider, record.Id, record.Version) : null;
        return new EventMetadata(provider, record.Id, schema?.Name ?? known?.Name ?? "", record.Version, record.Level, record.Keywords,
            schema?.Fields ?? known?.Fields ?? [])
        {
            OpCode = record.Opcode,
            ProviderId = record.Provider,
        };
    }

    private string NameOf(Guid provider) => EtlProviders.NameOf(provider) ?? _names.GetValueOrDefault(provider) ?? provider.ToString();

    private static ReadOnlySpan<byte> SchemaIn(ReadOnlySpan<byte> items)
    {
        foreach (EtlItems item in new EtlItems(items))
        {
            if (item.Kind == EtlItems.Schema)
                return item.Content;
        }

        return default;
    }

    // u16 size, name up to a zero; what follows is not needed.
    private static string? ProviderIn(ReadOnlySpan<byte> items)
    {
        foreach (EtlItems item in new EtlItems(items))
        {
            if (item.Kind == EtlItems.Traits && item.Content.Length > 2 && item.Content[2..].IndexOf((byte)0) is > 0 and var end)
                return Encoding.UTF8.GetString(item.Content.Slice(2, end));
        }

        return null;
    }

    // What was asked last: most records are of a few kinds.
    private struct Recent
    {
        public Guid Provider;
        public int Number;
        public EventMetadata? Kind;
    }
}
