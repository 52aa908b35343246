using Fathom.Formats.NetTrace;
using Fathom.Model.Catalog;
using Fathom.Model.Recording;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Writes what a stream lost, each kind as a row.</summary>
internal static class NetTraceLosses
{
    /// <summary>What is said of <see cref="NetTraceSink.ContradictedEvents"/>.</summary>
    public const string ContradictedReason = "events whose payload contradicts its description: what fits no field is kept as bytes (_hex)";

    /// <summary>Writes what one file lost.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="file">Its name.</param>
    /// <param name="totals">What its reader counted.</param>
    /// <param name="trace">What became of its events.</param>
    public static void Write(IRecordingSink sink, string file, NetTraceTotals totals, NetTraceSink trace)
    {
        Add("events that the program could not write because its buffers were full", totals.DroppedEvents);
        Add("events of a kind that the trace does not describe", totals.UnknownEvents);
        AddOther("blocks with a damaged part, which was left out", totals.DamagedBlocks);
        AddOther("kinds of event whose description is damaged", totals.DamagedKinds);
        AddOther("blocks of unknown kind", totals.UnknownBlocks);
        AddOther("stacks that are damaged or exceeded the limit", totals.LostStacks, LossTables.Stacks);
        AddOther("lists of labels beyond the limit", totals.LostLabels);
        Add("events whose thread the trace never describes", totals.UnknownThreads);
        Add("events that came too late to be put in order of time", totals.LateEvents);
        Add("texts of events beyond the limit", trace.TextsWithoutRoom);
        Add("events whose fields are longer than 65,536 characters and were truncated", trace.CutEvents);
        Add(ContradictedReason, trace.ContradictedEvents);
        Add("events with an invalid time", trace.WithoutTime);
        Add("samples of an unknown thread", trace.SamplesOfNobody);
        AddOther("symbols of mappings that the trace does not describe", trace.Machine.Code.SymbolsOfNothing, LossTables.Stacks);
        long leftOut = trace.Machine.Code.Left + trace.Processes.Sum(static process => process.Code?.Overflows ?? 0);
        AddOther("mappings and symbols with invalid addresses, or beyond the limit", leftOut, LossTables.Stacks);
        Add("events of more threads or processes than are kept", trace.WithoutThread);
        AddOther("what was inlined into methods, damaged or beyond the limit", trace.InliningsWithoutRoom);
        AddOther("methods beyond the limit", trace.Processes.Sum(static process => process.Methods.Overflows));
        Add("ends of garbage collections that began before the trace", trace.Processes.Sum(static process => process.Collections.Unmatched));
        if (totals.EndReason is { } reason)
            sink.Lost(new LossRow(sink.Ids.Text(NetTraceExtractor.FormatName), sink.Ids.Text(file), 0, 0, 0, 0, sink.Ids.Text(reason), sink.Ids.Text(LossTables.RuntimeEvents)));

        void Add(string reason, long count) => NetTraceLosses.Add(sink, file, reason, count, LossTables.RuntimeEvents, totals.Events + count);

        // How many events were in what is no event is not known.
        void AddOther(string reason, long count, string? tables = null) => NetTraceLosses.Add(sink, file, reason, count, tables ?? LossTables.RuntimeEvents, null);
    }

    /// <summary>Writes what found no room among the stacks of all traces.</summary>
    public static void Write(IRecordingSink sink, EventStacks stacks) => Add(sink, null, "stacks beyond the limit", stacks.Overflows, LossTables.Stacks, null);

    private static void Add(IRecordingSink sink, string? file, string reason, long count, string tables, long? outOf)
    {
        if (count > 0)
            sink.Lost(new LossRow(sink.Ids.Text(NetTraceExtractor.FormatName), sink.Ids.Text(file), 0, 0, count, 0, sink.Ids.Text(reason), sink.Ids.Text(tables), outOf));
    }
}
