using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Model.Recording;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what is missing at the begin and the end of the files of a Windows trace, as its heads and its times tell.</summary>
internal static class EtlEnds
{
    // Sessions that one tool starts together begin within this time, as a rule.
    private const long UsualGapNs = 1_000_000;

    /// <summary>Writes it.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="trace">The trace, behind its reading.</param>
    /// <param name="originNs">Time of the trace's clock at which the recording begins.</param>
    public static void Write(IRecordingSink sink, EtlTrace trace, long originNs)
    {
        long end = trace.Parts.Max(static part => part.LastTicks);
        foreach (EtlPart part in trace.Parts)
        {
            string name = Path.GetFileName(part.Name);
            EtlHeader header = part.Header!;
            long replaced = header.BuffersWritten - part.Buffers;
            if (header.IsCircular && replaced > 0)
                Add("the oldest buffers, which newer ones replaced: the trace is circular", replaced, header.StartTicks, part.FirstTicks);
            if (header.EndFileTime == 0)
            {
                Add("what came behind the last buffer: the session had not ended when the file was written or copied", 0, part.LastTicks,
                    part.LastTicks);
            }
            else if (!header.IsCircular && !part.IsBackup && replaced > 0)
            {
                Add("buffers at the end that the session wrote and the file does not have: it was cut", replaced, part.LastTicks, part.LastTicks);
            }

            if (part.IsBackup)
            {
                Add("what a session had delivered already: the file holds only what nobody had fetched yet", 0, header.StartTicks,
                    part.FirstTicks);
            }

            if (trace.Parts.Count == 1)
                continue;
            Add("events before this file of the trace begins: its session was started later", 0, trace.Header.StartTicks, header.StartTicks,
                UsualGapNs);
            Add("events behind the end of this file of the trace: its session was stopped earlier", 0, part.LastTicks, end, UsualGapNs);

            void Add(string reason, long count, long from, long to, long least = -1)
            {
                long fromNs = Time(from), toNs = Math.Max(fromNs, Time(to));
                if (toNs - fromNs > least)
                    sink.Lost(new LossRow(sink.Ids.Text(EtlExtractor.FormatName), sink.Ids.Text(name), (ulong)fromNs, (ulong)toNs, count, 0,
                        sink.Ids.Text(reason), sink.Ids.Text(EtlLosses.All)));
            }
        }

        long Time(long ticks) => Math.Max(0, trace.Clock.Nanoseconds(Math.Max(ticks, trace.Header.StartTicks)) - originNs);
    }
}
