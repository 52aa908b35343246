using Fathom.Formats.PerfData;
using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Writes what a trace lost, each kind as a row with the tables that lack it.</summary>
internal static class TraceLosses
{
    private const string Surroundings = "dummy";

    public static void Write(IRecordingSink sink, PerfDataTotals totals, PerfTraceSink trace, TraceStacks stacks)
    {
        WriteRecords(sink, totals, trace);
        WriteThreads(sink, trace);
        WriteStacks(sink, stacks);
        if (totals.EndReason is { } reason)
            sink.Lost(new LossRow(Source(sink), TextId.None, 0, 0, 0, totals.UnreadBytes, sink.Ids.Text(reason), sink.Ids.Text(LossTables.Machine)));
    }

    private static void WriteRecords(IRecordingSink sink, PerfDataTotals totals, PerfTraceSink trace)
    {
        Dictionary<string, long> kept = trace.Kept();
        Dictionary<string, long> lost = trace.Lost.GroupBy(static one => one.Event).ToDictionary(static ones => ones.Key, static ones => ones.Sum(static one => one.Count));
        foreach (LostSpan one in trace.Lost)
        {
            sink.Lost(new LossRow(
                Source(sink), sink.Ids.Text($"cpu {one.Cpu}"), (ulong)Math.Max(0, one.UntilNs - LostSpan.LengthNs), (ulong)Math.Max(0, one.UntilNs), one.Count, 0,
                sink.Ids.Text($"{NameOf(one.Event)} that the kernel lost because the ring of the processor was full"),
                sink.Ids.Text(trace.TablesOf(one.Event)), kept.GetValueOrDefault(one.Event) is > 0 and var there ? there + lost[one.Event] : null));
        }

        foreach (ThrottledSpan off in trace.Throttled.Spans)
        {
            sink.Lost(new LossRow(
                Source(sink), off.Cpu < 0 ? TextId.None : sink.Ids.Text($"cpu {off.Cpu}"), Since(off.FromNs), Since(off.ToNs), 1, 0,
                sink.Ids.Text($"times in which the kernel throttled {off.Event} because samples came too often"), sink.Ids.Text(trace.TablesOf(off.Event))));
        }

        long all = kept.Values.Sum();
        Add("records that the kernel lost because a buffer was full", (long)Math.Max(totals.LostRecords, totals.LostSamples) - lost.Values.Sum());
        Add("samples without a time", trace.SamplesWithoutTime);
        Add("records that came too late to be put in order of time", totals.OutOfOrder);
        Add("samples of an event that the recording does not describe", totals.UnknownSamples);
        Add("records that are shorter than what they must hold", totals.DamagedRecords);
        Add("records of unknown kind", totals.UnknownRecords);
        Add("events whose fields are too short", trace.DamagedEvents);

        Lost(sink, "entries into system calls and returns of which perf kept only some (record them without -F and -c)",
            trace.OnlySomeCalls, LossTables.Calls);
        Lost(sink, "events of sockets of which perf kept only some (record them without -F and -c)", trace.OnlySomeSockets, LossTables.Network);

        void Add(string reason, long count) => Lost(sink, reason, count, LossTables.Machine, all + count);

        ulong Since(long timeNs) => (ulong)Math.Max(0, timeNs - trace.StartNs!.Value);
    }

    // The event that counts nothing has records of the others' surroundings, which do not say whose they are.
    private static string NameOf(string name) => name == Surroundings ? "mappings, names, begins and ends of threads" : $"events of {name}";

    private static void WriteThreads(IRecordingSink sink, PerfTraceSink trace)
    {
        long samples = trace.Samples + trace.SamplesOfNobody + trace.SamplesOutside;
        Lost(sink, "samples of threads that had ended", trace.SamplesOfNobody, LossTables.Samples, samples);
        Lost(
            sink, "samples of threads outside the PID namespace of the recorder: which threads they are is not known", trace.SamplesOutside, LossTables.Samples, samples);

        Lost(sink, "open sockets beyond the limit: their later events count as those of another connection", trace.ForgottenSockets, LossTables.Network);
        Lost(sink, "mappings of data beyond the limit: page faults there have no file", trace.ForgottenMappings, LossTables.Faults);
        // They have rows of their own; what they lack is said there.
        Lost(sink, "threads outside the PID namespace of the recorder: the kernel does not give their processes or names there", trace.ThreadsOutside, LossTables.Facts);
        // No wait is missing: what is lost is the time until the thread was seen again, which is unknown in its life.
        Lost(sink, "threads whose wake-up on an idle processor the kernel did not report: the exact time is not known", trace.UntoldWakes, LossTables.States);
    }

    private static void WriteStacks(IRecordingSink sink, TraceStacks stacks)
    {
        long copied = stacks.Ends.All;
        Lost(sink, "call chains beyond the limit", stacks.Overflows, LossTables.Stacks);
        Lost(
            sink, "copied stacks that lead to an unknown address, or through a file that is not here: their outer frames are missing", stacks.Ends.WithoutCode + stacks.Ends.Lost,
            LossTables.Stacks, copied);
        Lost(sink, "files whose call frame information was not read because of its size: frames that called theirs are missing", stacks.LeftOutFiles, LossTables.Stacks);
        Lost(sink, "copied stacks that cannot be unwound: of another architecture, or empty", stacks.Ends.NotFollowed, LossTables.Stacks, copied);
    }

    private static void Lost(IRecordingSink sink, string reason, long count, string tables, long? outOf = null)
    {
        if (count > 0)
            sink.Lost(new LossRow(Source(sink), TextId.None, 0, 0, count, 0, sink.Ids.Text(reason), sink.Ids.Text(tables), outOf));
    }

    private static TextId Source(IRecordingSink sink) => sink.Ids.Text(PerfTraceExtractor.FormatName);
}
