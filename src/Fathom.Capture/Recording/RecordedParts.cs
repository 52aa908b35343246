using System.Globalization;
using Fathom.Capture.Extraction;
using Fathom.Formats.PerfData.Events;
using Fathom.Model.Catalog;
using Fathom.Model.Machine;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Recorder.Kernel;
using Fathom.Sources.Surroundings.Facts;

namespace Fathom.Capture.Recording;

/// <summary>Writes into a recording what its recorder says beside the traces.</summary>
/// <param name="notes">What the recorder says; null where it left nothing.</param>
/// <param name="unread">Files of sources that hold nothing.</param>
/// <param name="machineLog">The log of what the machine was like; null for none.</param>
/// <param name="marks">The file of moments that were marked; null for none.</param>
internal sealed class RecordedParts(RecorderNotes? notes, IReadOnlyList<string> unread, string? machineLog, string? marks = null) : IRecordedParts
{
    private const string Source = "recorder";
    private const string SavedBecause = "saved_because";
    private const string MappingsReason = "mappings from before the ring that found no room in it: frames in them have no file and no name";
    private const string CodeReason = "methods and modules from before the ring that found no room in it: their frames have no name";

    /// <inheritdoc/>
    public IReadOnlyList<string> Warnings => [.. Sentences()];

    /// <inheritdoc/>
    public string? MachineLog => machineLog;

    /// <inheritdoc/>
    public string? Marks => marks;

    /// <inheritdoc/>
    public void Write(IRecordingSink sink, long startNs)
    {
        foreach (SilentEvent silent in notes?.Silent ?? [])
            sink.Lost(Loss(sink, $"cpu {silent.Cpu}", silent.FromNs, silent.ToNs, $"{silent.Event} was off: the processor was offline, or the event was disabled", SilentIn(silent.Event)));
        foreach (string file in unread)
            sink.Lost(Loss(sink, file, startNs, startNs, "the source ended before it had written anything", LossTables.RuntimeEvents));
        foreach (RefusedEvent refused in notes?.Refused.Where(static refused => refused.IsAskedFor) ?? [])
            sink.Lost(Loss(sink, refused.What, startNs, startNs, "not recorded", refused.Tables ?? LossTables.RuntimeEvents));
        WriteSources(sink, startNs);
        WriteRecorder(sink);
        WriteCauses(sink, startNs);
        WriteEvents(sink);

        LossRow Loss(IRecordingSink into, string scope, long fromNs, long toNs, string reason, string tables) => new(
            into.Ids.Text(Source), into.Ids.Text(scope), (ulong)Math.Max(0, fromNs - startNs), (ulong)Math.Max(0, toNs - startNs), 0, 0, into.Ids.Text(reason), into.Ids.Text(tables));
    }

    /// <summary>What of the time before a ring found no room in it, a sentence each.</summary>
    internal static IEnumerable<string> WithoutRoom(RecorderNotes notes)
    {
        if (notes.MappingsWithoutRoom > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{notes.MappingsWithoutRoom:#,##0} {MappingsReason}.");
        if (notes.CodeWithoutRoom > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{notes.CodeWithoutRoom:#,##0} {CodeReason}.");
    }

    private void WriteSources(IRecordingSink sink, long startNs)
    {
        RowBatch<RecorderSourceRow> rows = new(sink);
        foreach (SourceWindow each in notes?.Sources ?? [])
            rows.Add(new RecorderSourceRow(sink.Ids.Text(each.File), sink.Ids.Text(each.Kind), each.ProcessId, each.StartNs - startNs, each.StopNs - startNs, each.Bytes));
        rows.Flush();
    }

    // A recorder that was killed has not told.
    private void WriteRecorder(IRecordingSink sink)
    {
        if (notes is not { CpuNs: { } cpuNs, RunNs: { } runNs })
            return;
        TextId topic = sink.Ids.Text(FactTopics.Tracing), kind = sink.Ids.Text(FactWords.Of(FactKind.Figure));
        sink.Write<MachineFactRow>(
        [
            Row("recorder_cpu_ns", FactMoment.Start, 0), Row("recorder_cpu_ns", FactMoment.Stop, cpuNs),
            Row("recorder_run_ns", FactMoment.Start, 0), Row("recorder_run_ns", FactMoment.Stop, runNs),
        ]);

        MachineFactRow Row(string fact, FactMoment moment, long value) => new(
            sink.Ids.Text(fact), sink.Ids.Text(value.ToString(CultureInfo.InvariantCulture)), topic, TextId.None, sink.Ids.Text(FactWords.Of(moment)), kind,
            TextId.None, moment == FactMoment.Start ? 0 : runNs);
    }

    private void WriteCauses(IRecordingSink sink, long startNs)
    {
        IReadOnlyList<SaveCause> causes = notes?.SavedFor ?? [];
        for (int i = 0; i < causes.Count; i++)
        {
            SaveCause cause = causes[i];
            string item = causes.Count == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $"{i + 1} of {causes.Count}");
            double beforeMs = (notes!.Window!.ToNs - cause.MetNs) / 1e6;
            string value = string.Create(CultureInfo.InvariantCulture, $"{cause.Text} of process {cause.ProcessId}, {beforeMs:0.#} ms before the end");
            sink.Write<MachineFactRow>(
            [
                new MachineFactRow(
                    sink.Ids.Text(SavedBecause), sink.Ids.Text(value), sink.Ids.Text(FactTopics.Tracing), item.Length == 0 ? TextId.None : sink.Ids.Text(item),
                    sink.Ids.Text(FactWords.Of(FactMoment.Change)), sink.Ids.Text(FactWords.Of(FactKind.Figure)), TextId.None, Math.Max(0, cause.MetNs - startNs)),
            ]);
        }
    }

    private void WriteEvents(IRecordingSink sink)
    {
        RowBatch<RecorderEventRow> rows = new(sink);
        foreach (EventCount each in notes?.Counts ?? [])
        {
            CopiedStacks? stacks = notes!.Stacks.FirstOrDefault(stacks => stacks.Event == each.Event);
            rows.Add(new RecorderEventRow(
                sink.Ids.Text(each.Event), each.Counted, each.Kept, each.Own, each.Lost, each.Damaged, each.Missing, stacks?.Whole, stacks?.Cut, stacks?.Lost, stacks?.NotFollowed,
                stacks?.Bytes, stacks?.Joined));
            Lost(each.Event, each.Missing, 0, "events that the kernel counted and that neither arrived nor were reported as lost", MissingIn(each.Event), each.Counted);
            Lost(each.Event, each.Damaged, 0, "invalid samples", LossTables.OfEvent(each.Event), each.Kept + each.Damaged);
        }

        rows.Flush();
        Lost("thread_slice", notes?.UnreadThreads ?? 0, 0, "threads whose state at the start was not read in time: it is unknown until their first event", LossTables.States);
        Lost("sample", notes?.LeftOutFiles ?? 0, 0, "files whose call frame information was not read because of its size: frames that called theirs are missing", LossTables.Stacks);
        Lost("ring", notes?.MappingsWithoutRoom ?? 0, 0, MappingsReason, LossTables.Stacks);
        Lost("ring", notes?.CodeWithoutRoom ?? 0, 0, CodeReason, LossTables.Stacks);
        if (notes?.Calls is { } calls)
        {
            string tables = LossTables.OfEvent(SystemCall.EventName);
            Lost("calls", calls.NotKept, 0, "system calls that found no room until they returned", tables,
                calls.Returned + calls.Plain + calls.NotKept);
            Lost("calls", calls.OtherProcessor, 0, "system calls of programs of 32 bits", tables,
                calls.Returned + calls.Plain + calls.OtherProcessor);
        }

        Lost("rings of the kernel", notes?.BrokenBytes > 0 ? 1 : 0, notes?.BrokenBytes ?? 0, "invalid records", LossTables.Machine);

        void Lost(string scope, long count, long bytes, string reason, string tables, long? outOf = null)
        {
            if (count > 0)
                sink.Lost(new LossRow(sink.Ids.Text(Source), sink.Ids.Text(scope), 0, 0, count, bytes, sink.Ids.Text(reason), sink.Ids.Text(tables), outOf));
        }
    }

    // A waking that the kernel did not hand out is said with its wait (no_waking).
    private static string MissingIn(string eventName) => LossTables.OfEvent(eventName) is var tables && tables == LossTables.Waits ? LossTables.Facts : tables;

    // While an event was off, nobody knows what it would have told: also not which switches are missing.
    private static string SilentIn(string eventName) => LossTables.OfEvent(eventName) is var tables && tables == LossTables.Facts ? LossTables.Machine : tables;

    private IEnumerable<string> Sentences()
    {
        if (notes is null)
            yield break;
        if (notes.End is null)
            yield return "the recorder was killed: the recording ends with the last records that it wrote";
        if (notes.Failure is { } failure)
            yield return failure;
        foreach (RefusedEvent refused in notes.Refused)
            yield return $"not recorded: {refused.What}. {refused.Why}";
    }
}
