namespace Fathom.Formats.NetTrace;

/// <summary>The kinds of event that the stream has described, by number.</summary>
/// <param name="version">Version of the stream.</param>
/// <param name="totals">What is lost is counted there.</param>
internal sealed class EventKinds(int version, NetTraceTotals totals)
{
    /// <summary>The highest number of a kind of event that is believed; programs have some hundreds.</summary>
    private const uint MaxKinds = 64 * 1024;

    /// <summary>The most bytes of descriptions that are taken in; programs have some hundred kilobytes. What is kept of them is up to ten times as large.</summary>
    public const int MaxBytes = 16 * 1024 * 1024;

    // In versions 1 and 2 the number of a kind is its place in the stream.
    private readonly Dictionary<uint, EventMetadata>? _byPlace = version < 3 ? [] : null;
    private readonly MetadataParser _parser = new([]);
    private readonly NumberedMetadataParser _numbered = new([]);
    private EventMetadata?[] _kinds = new EventMetadata?[256];
    private long _bytes;

    /// <summary>The kind with this number; null where there is none.</summary>
    public EventMetadata? Find(uint id)
    {
        EventMetadata?[] kinds = _kinds;
        return id < (uint)kinds.Length ? kinds[id] : _byPlace?.GetValueOrDefault(id);
    }

    /// <summary>Forgets all.</summary>
    public void Clear()
    {
        Array.Clear(_kinds);
        _bytes = 0;
    }

    /// <summary>Reads a block of versions 4 and 5. False where it makes no sense; what came before is kept.</summary>
    public bool Read(ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        EventBlobReader kinds = new(block);
        while (kinds.Next(out ReadOnlySpan<byte> payload))
            Add(IsTooMuch(payload) ? null : _parser.Parse(payload, out uint id) is { } metadata ? (metadata, id) : null, sink);
        return !kinds.IsDamaged;
    }

    /// <summary>Reads a block of version 6. False where it makes no sense; what came before is kept.</summary>
    public bool ReadNumbered(ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        PayloadReader reader = new(block, 8);
        reader.Skip(reader.UInt16());
        while (reader.Remaining > 0)
        {
            ReadOnlySpan<byte> row = reader.Bytes(reader.UInt16());
            if (reader.IsShort)
                return false;
            Add(IsTooMuch(row) ? null : _numbered.Parse(row, out uint id) is { } metadata ? (metadata, id) : null, sink);
        }

        return !reader.IsShort;
    }

    /// <summary>Adds what an event of versions 1 to 3 describes.</summary>
    public void AddListed(uint place, ReadOnlySpan<byte> payload, INetTraceSink sink)
    {
        uint id = place;
        EventMetadata? metadata = IsTooMuch(payload) ? null : version < 3 ? _parser.ParseOld(payload, version) : _parser.Parse(payload, out id);
        Add(metadata is null ? null : (metadata, id), sink);
    }

    private bool IsTooMuch(ReadOnlySpan<byte> description)
    {
        _bytes += description.Length;
        return _bytes > MaxBytes;
    }

    private void Add((EventMetadata Metadata, uint Id)? kind, INetTraceSink sink)
    {
        if (kind is not ({ } metadata, var id) || id == 0 || (_byPlace is null && id > MaxKinds))
        {
            totals.DamagedKinds++;
            return;
        }

        if (_byPlace is not null && id >= _kinds.Length)
        {
            _byPlace[id] = metadata;
        }
        else
        {
            if (id >= _kinds.Length)
                Array.Resize(ref _kinds, (int)Math.Max(id + 1, (uint)_kinds.Length * 2));
            _kinds[id] = metadata;
        }

        sink.OnMetadata(metadata);
    }
}
