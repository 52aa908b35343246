using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Fields;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Windows;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what programs asked of the registry.</summary>
/// <remarks>
/// A call tells the address that stands for an open key, and what goes on from there. Which key has an address is told when it gets it,
/// and of all of them at the begin or the end of the session, so behind its uses.
/// </remarks>
internal sealed class WindowsRegistryTable : EventTable
{
    private const int MostKnown = 1 << 16;

    private static readonly string[] s_operations =
    [
        "create", "open", "delete", "query", "set value", "delete value", "query value", "list keys", "list values", "query values",
        "set information", "flush", "", "", "", "", "virtualize", "close", "set security", "query security",
    ];

    private readonly TracedMoment _now;
    private readonly EtlTrace _trace;
    private readonly IRecordingSink _sink;
    private readonly EventTexts _texts;
    private readonly RowBatch<RegistryCallRow> _rows;
    private readonly Dictionary<string, TextId> _paths = [];
    private readonly Dictionary<uint, TextId> _errors = [];

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="trace">Tells names of keys.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsRegistryTable(TracedMoment now, EtlTrace trace, IRecordingSink sink)
    {
        (_now, _trace, _sink, _texts, _rows) = (now, trace, sink, new(sink), new(sink));
        Consumer = new KernelConsumer(Bind);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Calls that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Those of a key that the trace does not name, or not whole.</summary>
    public long Nameless { get; private set; }

    /// <summary>Calls whose fields are too short; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <summary>Names of keys whose fields are too short; they are left to the table of events.</summary>
    public long DamagedNames { get; private set; }

    /// <summary>Texts that found no room.</summary>
    public long TextsWithoutRoom => _texts.WithoutRoom;

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private EventReaction? Bind(int hook)
    {
        if (hook is >= KernelHook.KeyBegins and <= KernelHook.KeyLeft)
            return OnName;
        if (hook is < KernelHook.KeyCreate or > KernelHook.KeyQuerySecurity)
            return null;
        TextId operation = _sink.Ids.Text(s_operations[hook - KernelHook.KeyCreate]);
        bool isOfValue = hook is KernelHook.KeySetValue or KernelHook.KeyDeleteValue or KernelHook.KeyQueryValue;
        return (in NetTraceEvent at) => On(in at, operation, isOfValue);
    }

    // Names were taken before, by the first reading.
    private void OnName(in NetTraceEvent at)
    {
        _now.IsTaken = _now.IsOfMachine = RegistryFields.Read(at.Payload, at.Metadata.Version, at.Trace.PointerSize).IsWhole;
        DamagedNames += _now.IsTaken ? 0 : 1;
    }

    private void On(in NetTraceEvent at, TextId operation, bool isOfValue)
    {
        RegistryFields fields = RegistryFields.Read(at.Payload, at.Metadata.Version, at.Trace.PointerSize);
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        long? begun = EventBegin.Of(_trace, _now, in at, fields.BeginTicks);
        long startNs = begun ?? _now.Ns;
        string? key = fields.Key == 0 ? null : _trace.KeyNames.Find(fields.Key, at.Header.Ticks);
        TextId path = PathOf(key, isOfValue ? default : fields.Name, fields.Key != 0);
        TextId value = isOfValue && fields.Name.Length > 0 ? _texts.Of(fields.Name) : TextId.None;
        bool isError = NtStatus.IsError(fields.Status);
        _rows.Add(new RegistryCallRow(
            _now.ProcessNumber, _now.ThreadNumber, startNs, begun is null ? null : _now.Ns - startNs, operation, path, value, fields.Number,
            isError ? ErrorOf(fields.Status) : TextId.None, _now.Stack));
        Count++;
        Nameless += key is null && (fields.Key != 0 || !path.HasValue) ? 1 : 0;
    }

    private TextId PathOf(string? key, ReadOnlySpan<char> rest, bool isRelative)
    {
        if (rest.IsEmpty)
            return key is null ? TextId.None : Kept(key);
        if (key is null)
            return _texts.Of(isRelative ? RegistryPaths.Unknown + rest.ToString() : RegistryPaths.Of(rest));
        return _texts.Of($"{RegistryPaths.Of(key).TrimEnd('\\')}\\{rest.TrimStart('\\')}");
    }

    // Most calls are about few keys, whose names are the same objects each time.
    private TextId Kept(string key)
    {
        if (_paths.TryGetValue(key, out TextId known))
            return known;
        TextId text = _texts.Of(RegistryPaths.Of(key));
        if (_paths.Count < MostKnown)
            _paths.Add(key, text);
        return text;
    }

    private TextId ErrorOf(uint status)
    {
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_errors, status, out bool isKnown);
        if (!isKnown)
            text = _sink.Ids.Text(NtStatus.NameOf(status));
        return text;
    }
}
