using System.Globalization;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.Etl.Fields;
using Fathom.Formats.NetTrace;
using Fathom.Model.Machine;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what a trace says the machine is, which recorders tell at their end. The events stay in the table of events too.</summary>
internal sealed class WindowsMachineTable : EventTable
{
    private const string Network = "network";
    private const string Service = "service";
    private const string Board = "board";
    private const int BuildInfo = 32;
    private const int DiskModelBytes = 512;
    private const int ServiceVersion = 2;
    private const uint IsRunning = 4;
    private const int MostFacts = 4096;

    private static readonly Guid s_system = new("9b79ee91-b5fd-41c0-a243-4248e266e9d0");

    private readonly TextId _start;
    private readonly TextId _setting;
    private readonly IRecordingSink _sink;
    private readonly HashSet<(string Topic, string? Item, string Fact)> _told = [];
    private readonly List<MachineFactRow> _rows = [];

    /// <summary>Begins.</summary>
    /// <param name="sink">Gets the rows.</param>
    public WindowsMachineTable(IRecordingSink sink)
    {
        (_sink, _start, _setting) = (sink, sink.Ids.Text("start"), sink.Ids.Text("setting"));
        Consumer = new Consumed(this);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>What the machine is; null where the trace does not tell.</summary>
    public MachineFields? Machine { get; private set; }

    /// <summary>The product, as in "Windows 8 Pro"; null where the trace does not tell.</summary>
    public string? Product { get; private set; }

    /// <inheritdoc/>
    public override void End()
    {
    }

    /// <summary>Writes the facts.</summary>
    /// <param name="header">What the trace says of itself, which counts where no event tells.</param>
    public void Write(EtlHeader header)
    {
        Add(FactTopics.Kernel, null, "release", $"Windows {header.Windows}");
        if (header.Processors > 0)
            Add(FactTopics.Processor, null, "processors", header.Processors);
        _sink.Write<MachineFactRow>(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_rows));
    }

    private EventReaction? Bind(EventMetadata metadata) => metadata switch
    {
        { Provider: KernelHook.Provider, ProviderId: var id, EventId: BuildInfo } when id == s_system => OnBuild,
        { Provider: KernelHook.Provider, EventId: KernelHook.ConfigProcessors } => OnProcessors,
        { Provider: KernelHook.Provider, EventId: KernelHook.ConfigDisk } => OnDisk,
        { Provider: KernelHook.Provider, EventId: KernelHook.ConfigNetwork } => OnNetwork,
        { EventId: KernelHook.ConfigService, Version: >= ServiceVersion, Provider: KernelHook.Provider } => OnService,
        { Provider: KernelHook.Provider, EventId: KernelHook.ConfigPlatform } => OnPlatform,
        _ => null,
    };

    private void OnProcessors(in NetTraceEvent at)
    {
        MachineFields fields = MachineFields.Read(at.Payload, at.Trace.PointerSize);
        if (!fields.IsWhole)
            return;
        Machine ??= fields;
        Add(FactTopics.Processor, null, "processors", fields.Processors);
        Add(FactTopics.Processor, null, "frequency_mhz", fields.MegaHertz);
        Add(FactTopics.Processor, null, "architecture", fields.Architecture);
        Add(FactTopics.Memory, null, "size_bytes", fields.MemoryBytes);
        Add(FactTopics.Memory, null, "page_bytes", fields.PageBytes);
        Add(Network, null, "computer_name", fields.Name);
        Add(Network, null, "domain", fields.Domain);
    }

    private void OnBuild(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        fields.UInt64();
        string build = fields.Text().ToString(), product = fields.Text().ToString();
        if (fields.IsShort)
            return;
        Product ??= product.Length > 0 ? product : null;
        Add(FactTopics.Kernel, null, "build", build);
        Add(FactTopics.Kernel, null, "product", product);
    }

    // u32 number, bytes of a sector, two more; u64 cylinders; four u32 of its place; 256 units of a model; u32 partitions, u8 whether it keeps what is written
    private void OnDisk(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        uint number = fields.UInt32(), sector = fields.UInt32();
        fields.Skip(32);
        string model = MachineFields.Text(fields.Bytes(DiskModelBytes));
        fields.UInt32();
        bool keepsWrites = fields.Byte() != 0;
        if (fields.IsShort)
            return;
        string disk = string.Create(CultureInfo.InvariantCulture, $"disk {number}");
        Add(FactTopics.Storage, disk, "model", model.Trim());
        Add(FactTopics.Storage, disk, "sector_bytes", sector);
        Add(FactTopics.Storage, disk, "write_cache", keepsWrites ? "write back" : "write through");
    }

    private void OnNetwork(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        fields.Skip(20);
        string name = fields.Text().ToString(), addresses = fields.Text().ToString();
        if (!fields.IsShort)
            Add(Network, name, "addresses", addresses);
    }

    private void OnService(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        (uint pid, uint state) = (fields.UInt32(), fields.UInt32());
        fields.UInt32();
        string name = fields.Text().ToString();
        if (!fields.IsShort && state == IsRunning)
            Add(Service, name, "pid", pid);
    }

    private void OnPlatform(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        string maker = fields.Text().ToString(), model = fields.Text().ToString();
        if (fields.IsShort)
            return;
        Add(Board, null, "manufacturer", maker);
        Add(Board, null, "model", model);
    }

    private void Add(string topic, string? item, string fact, long value) =>
        Add(topic, item, fact, value.ToString(CultureInfo.InvariantCulture));

    // The first one counts: recorders tell it again.
    private void Add(string topic, string? item, string fact, string? value)
    {
        if (value is null or "" || _rows.Count >= MostFacts || !_told.Add((topic, item, fact)))
            return;
        _rows.Add(new MachineFactRow(_sink.Ids.Text(fact), _sink.Ids.Text(value), _sink.Ids.Text(topic), _sink.Ids.Text(item), _start, _setting,
            TextId.None, null));
    }

    private sealed class Consumed(WindowsMachineTable table) : EventConsumer
    {
        /// <inheritdoc/>
        public override IReadOnlyList<EventProvider> Providers => [];

        /// <inheritdoc/>
        internal override EventReaction? Bind(EventMetadata metadata) => table.Bind(metadata);
    }
}
