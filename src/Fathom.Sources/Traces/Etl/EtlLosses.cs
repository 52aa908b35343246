using Fathom.Formats.Etl;
using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what a Windows trace lost, each kind as a row.</summary>
internal static class EtlLosses
{
    /// <summary>Everything that a trace may hold.</summary>
    public static string All { get; } = string.Join(',', string.Join(
        ',', LossTables.Machine, LossTables.RuntimeEvents, LossTables.Windows, LossTables.Marks, LossTables.Surroundings).Split(',').Distinct());

    /// <summary>Writes what one file lost.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Its name.</param>
    /// <param name="trace">What its reader counted.</param>
    /// <param name="events">What became of its events.</param>
    /// <param name="processes">What was told of processes.</param>
    /// <param name="samples">What became of samples.</param>
    /// <param name="schedule">What became of switches.</param>
    public static void Write(IRecordingSink sink, string file, EtlTrace trace, NetTraceSink events, WindowsProcessTable processes,
        WindowsSampleTable samples, WindowsScheduleTable schedule)
    {
        EtlTotals totals = trace.Totals;
        Add("events that Windows could not write because its buffers were full", trace.Header.EventsLost, All,
            totals.Records + trace.Header.EventsLost);
        Add("buffers that Windows could not write to the file", trace.Header.BuffersLost, All);
        Add("buffers whose flags say that events or buffers before them were lost", totals.BuffersAfterLoss, All, totals.Buffers);
        Add("buffers with a damaged part, which was left out", totals.DamagedBuffers, All);
        Add("bytes at the end of the file that are no whole buffer", totals.BytesBehind, All);
        Add("buffers of more processors than have room", totals.BuffersWithoutRoom, All);
        Add("records of unknown kind: only their bytes are in 'event'", totals.UnknownRecords, LossTables.RuntimeEvents);
        Add("messages (WPP), whose text is in the symbols of the program that wrote them: only their bytes are in 'event'", totals.Messages,
            RuntimeEventRow.Schema.Name);
        Add("records that are older than one before them", totals.OutOfOrder, LossTables.States);
        Add("descriptions of events that are damaged or beyond the limit", totals.DamagedSchemas, LossTables.RuntimeEvents);
        Add("stacks whose event is not in the trace, or long before", totals.LateStacks, LossTables.Stacks, totals.Stacks);
        Add("stacks that the trace does not tell", totals.UndefinedStacks, LossTables.Stacks, totals.Stacks + totals.UndefinedStacks);
        Add("events with counts of counters of the processor beside their fields, which are not read", totals.WithCounters, LossTables.Counters);
        Add("stacks by their key beyond the limit", trace.StackKeysWithoutRoom, LossTables.Stacks);
        Add("events about processes and files with damaged fields", processes.Damaged, LossTables.States);
        Add("switches with damaged fields", schedule.Damaged, $"{LossTables.States},{LossTables.Calls}");
        Add("threads whose number came again in their process: only the first life has a row", schedule.Repeated, LossTables.States);
        Add("samples of a thread that the trace does not describe", samples.OfNobody, LossTables.Samples);
        Add("texts of events beyond the limit", events.TextsWithoutRoom, LossTables.RuntimeEvents);
        Add("events whose fields are longer than 65,536 characters and were truncated", events.CutEvents, LossTables.RuntimeEvents);
        Add(NetTraceLosses.ContradictedReason, events.ContradictedEvents, LossTables.RuntimeEvents, events.Count);
        Add("events with an invalid time", events.WithoutTime, LossTables.RuntimeEvents);
        Add("events of more threads or processes than are kept", events.WithoutThread, All);
        Add("methods beyond the limit", events.Processes.Sum(static process => process.Methods.Overflows), LossTables.RuntimeEvents);
        Add("mapped files beyond the limit", events.Processes.Sum(static process => process.Code?.Overflows ?? 0), LossTables.Stacks);
        long unmatched = events.Processes.Sum(static process => process.Collections.Unmatched);
        Add("ends of garbage collections that began before the trace", unmatched, LossTables.RuntimeEvents);

        void Add(string reason, long count, string tables, long? outOf = null) => EtlLosses.Add(sink, file, reason, count, tables, outOf);
    }

    /// <summary>Writes what it does not tell of files and disks.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Name of the trace.</param>
    /// <param name="trace">What its reader counted.</param>
    /// <param name="calls">What became of file calls.</param>
    /// <param name="disks">What became of requests to disks.</param>
    public static void Write(IRecordingSink sink, string file, EtlTrace trace, WindowsFileTable calls, WindowsDiskTable disks)
    {
        Add(sink, file, "file calls of files that the trace does not name", calls.Nameless, LossTables.Files, calls.Count);
        Add(sink, file, "requests to disks about files that the trace does not name", disks.Nameless, LossTables.Disk, disks.Count);
        Add(sink, file, "file calls with damaged fields", calls.Damaged, LossTables.Files, calls.Count + calls.Damaged);
        Add(sink, file, "requests to disks with damaged fields", disks.Damaged, LossTables.Disk, disks.Count + disks.Damaged);
        Add(sink, file, "names of files beyond the limit", trace.FileNames.Overflows, $"{LossTables.Files},{LossTables.Disk},{LossTables.Faults}", null);
    }

    /// <summary>Writes what it does not tell of the network.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Name of the trace.</param>
    /// <param name="network">What became of its events.</param>
    /// <param name="lookups">What became of lookups of names.</param>
    public static void Write(IRecordingSink sink, string file, WindowsNetworkTable network, WindowsDnsTable lookups)
    {
        Add(sink, file, "lookups of names with damaged fields", lookups.Damaged, LossTables.Dns, lookups.Count + lookups.Damaged);
        Add(sink, file, "names of lookups beyond the limit", lookups.NamesWithoutRoom, LossTables.Dns, null);
        Add(sink, file, "events of the network with damaged fields", network.Damaged, LossTables.Network, network.Count + network.Damaged);
        Add(sink, file, "open connections beyond the limit: their later events count as those of another connection", network.Forgotten,
            LossTables.Network, null);
    }

    /// <summary>Writes what it does not tell of system calls and page faults.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Name of the trace.</param>
    /// <param name="calls">What became of system calls.</param>
    /// <param name="faults">What became of page faults.</param>
    public static void Write(IRecordingSink sink, string file, WindowsCallTable calls, WindowsFaultTable faults)
    {
        Add(sink, file, "page faults that read files which the trace does not name", faults.Nameless, LossTables.Faults, faults.Count);
        Add(sink, file, "page faults whose thread is not known: no switch before them tells who had the processor", faults.OfNobody,
            LossTables.Faults, faults.Count);
        Add(sink, file, "page faults with damaged fields", faults.Damaged, LossTables.Faults, faults.Count + faults.Damaged);
        Add(sink, file, "system calls whose thread is not known: no switch before them tells who had the processor", calls.OfNobody,
            LossTables.Calls, calls.Count);
        Add(sink, file, "system calls with damaged fields", calls.Damaged, LossTables.Calls, calls.Count + calls.Damaged);
    }

    /// <summary>Writes what it does not tell of counters.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Name of the trace.</param>
    /// <param name="counters">What became of their samples.</param>
    public static void Write(IRecordingSink sink, string file, WindowsCounterTable counters) =>
        Add(sink, file, "samples of counters with damaged fields, or of a thread that the trace does not describe", counters.OfNobody, LossTables.Counters,
            counters.Count + counters.OfNobody);

    /// <summary>Writes what it does not tell of interrupts, the registry and address space.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Name of the trace.</param>
    /// <param name="interrupts">What became of what served interrupts.</param>
    /// <param name="registry">What became of calls of the registry.</param>
    /// <param name="memory">What became of calls about address space.</param>
    /// <param name="trace">What its reader counted.</param>
    public static void Write(IRecordingSink sink, string file, WindowsInterruptTable interrupts, WindowsRegistryTable registry,
        WindowsMemoryTable memory, EtlTrace trace)
    {
        Add(sink, file, "interrupts and DPCs with damaged fields", interrupts.Damaged, LossTables.Interrupts, interrupts.Count + interrupts.Damaged);
        Add(sink, file, "interrupts and DPCs without a duration: their begin makes no sense", interrupts.WithoutBegin, LossTables.Interrupts, interrupts.Count);
        Add(sink, file, "calls of the registry with damaged fields", registry.Damaged, LossTables.Registry, registry.Count + registry.Damaged);
        Add(sink, file, "calls of the registry whose key the trace does not name, or not whole", registry.Nameless, LossTables.Registry, registry.Count);
        Add(sink, file, "names of keys of the registry with damaged fields", registry.DamagedNames, LossTables.Registry, null);
        Add(sink, file, "texts of calls of the registry beyond the limit", registry.TextsWithoutRoom, LossTables.Registry, null);
        Add(sink, file, "names of keys of the registry beyond the limit", trace.KeyNames.Overflows, LossTables.Registry, null);
        Add(sink, file, "calls about address space with damaged fields", memory.Damaged, LossTables.VirtualMemory, memory.Count + memory.Damaged);
    }

    /// <summary>Writes what found no room of places in the kernel.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Name of the trace.</param>
    /// <param name="places">The places.</param>
    public static void Write(IRecordingSink sink, string file, KernelPlaces places) =>
        Add(sink, file, "places of the kernel beyond the limit, each time they were met: their routines have no name", places.WithoutRoom,
            $"{LossTables.Interrupts},{LossTables.Calls}", null);

    /// <summary>Writes what it does not tell of requests to HTTP.sys.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Name of the trace.</param>
    /// <param name="requests">What became of their events.</param>
    public static void Write(IRecordingSink sink, string file, WindowsRequestTable requests)
    {
        Add(sink, file, "events of requests with damaged fields", requests.Damaged, RequestRow.Schema.Name, null);
        Add(sink, file, "texts of requests beyond the limit", requests.TextsWithoutRoom, RequestRow.Schema.Name, null);
        Add(sink, file, "open requests beyond the limit: their ends are not told", requests.Forgotten, RequestRow.Schema.Name, requests.Count);
    }

    /// <summary>Writes what found no room among the stacks.</summary>
    public static void Write(IRecordingSink sink, EventStacks stacks) => Add(sink, null, "stacks beyond the limit", stacks.Overflows,
        LossTables.Stacks, null);

    private static void Add(IRecordingSink sink, string? file, string reason, long count, string tables, long? outOf)
    {
        if (count > 0)
            sink.Lost(new LossRow(sink.Ids.Text(EtlExtractor.FormatName), sink.Ids.Text(file), 0, 0, count, 0, sink.Ids.Text(reason),
                sink.Ids.Text(tables), outOf));
    }
}
