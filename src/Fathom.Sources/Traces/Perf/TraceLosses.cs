using Fathom.Formats.PerfData;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Writes what a trace lost, each kind as a row.</summary>
internal static class TraceLosses
{
    public static void Write(IRecordingSink sink, PerfDataTotals totals, PerfTraceSink trace, TraceStacks stacks)
    {
        // The kernel counts a lost sample for its buffer and for its event, and newer recorders write both down.
        Add("records that the kernel lost because a buffer was full", (long)Math.Max(totals.LostRecords, totals.LostSamples) - trace.Lost.Sum(static lost => lost.Count), 0);
        foreach (LostSpan lost in trace.Lost)
        {
            sink.Lost(new LossRow(
                Source(), sink.Ids.Text($"cpu {lost.Cpu}"), (ulong)Math.Max(0, lost.UntilNs - LostSpan.LengthNs), (ulong)Math.Max(0, lost.UntilNs), lost.Count, 0,
                sink.Ids.Text($"events of {lost.Event} that the kernel lost because the ring of the processor was full")));
        }

        Add("samples of threads that had ended", trace.SamplesOfNobody, 0);
        Add("threads outside the PID namespace of the recorder: the kernel does not give their processes or names there", trace.ThreadsOutside, 0);
        Add("samples of threads outside the PID namespace of the recorder: which threads they are is not known", trace.SamplesOutside, 0);
        Add("threads whose wake-up on an idle processor the kernel did not report: the exact time is not known", trace.UntoldWakes, 0);
        Add("changes from one pool thread that could run to another, which are not recorded: when each happened is estimated from samples", trace.UnseenTurns, 0);
        Add("samples without a time", trace.SamplesWithoutTime, 0);
        foreach (ThrottledSpan off in trace.Throttled.Spans)
        {
            sink.Lost(new LossRow(
                Source(), off.Cpu < 0 ? TextId.None : sink.Ids.Text($"cpu {off.Cpu}"), Since(off.FromNs), Since(off.ToNs), 1, 0,
                sink.Ids.Text($"times in which the kernel throttled {off.Event} because samples came too often")));
        }

        Add("records that came too late to be put in order of time", totals.OutOfOrder, 0);
        Add("samples of an event that the recording does not describe", totals.UnknownSamples, 0);
        Add("records that are shorter than what they must hold", totals.DamagedRecords, 0);
        Add("records of unknown kind", totals.UnknownRecords, 0);
        Add("events whose fields are too short", trace.DamagedEvents, 0);
        Add("call chains beyond the limit", stacks.Overflows, 0);
        Add("copied stacks that lead to an unknown address, or through a file that is not here: their outer frames are missing", stacks.Ends.WithoutCode + stacks.Ends.Lost, 0);
        Add("files whose call frame information was not read because of its size: frames that called theirs are missing", stacks.LeftOutFiles, 0);
        Add("copied stacks that cannot be unwound: of another architecture, or empty", stacks.Ends.NotFollowed, 0);
        if (totals.EndReason is { } reason)
            sink.Lost(new LossRow(Source(), TextId.None, 0, 0, 0, totals.UnreadBytes, sink.Ids.Text(reason)));

        void Add(string reason, long count, long bytes)
        {
            if (count > 0)
                sink.Lost(new LossRow(Source(), TextId.None, 0, 0, count, bytes, sink.Ids.Text(reason)));
        }

        ulong Since(long timeNs) => (ulong)Math.Max(0, timeNs - trace.StartNs!.Value);

        TextId Source() => sink.Ids.Text(PerfTraceExtractor.FormatName);
    }
}
