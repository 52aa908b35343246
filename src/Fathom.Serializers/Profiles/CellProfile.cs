using Fathom.Model;
using Fathom.Model.Profiles;
using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Profiles;

/// <summary>One serializer and one case, in a process of its own: each operation runs without events, with them, and without them again.</summary>
/// <param name="serializer">The serializer.</param>
/// <param name="one">The case.</param>
/// <param name="caseId">Its number.</param>
/// <param name="plan">How long.</param>
/// <param name="startTracing">Switches events on.</param>
internal sealed class CellProfile(OfferedSerializer serializer, PlannedCase one, uint caseId, SuitePlan plan, StartTracing startTracing)
{
    private static readonly string[] s_operations = ["serialize", "deserialize"];

    private readonly TimeSpan _time = plan.ProfiledTime ?? throw new ArgumentException("the plan profiles nothing", nameof(plan));

    /// <summary>What the progress says.</summary>
    public string Name => $"{serializer.Name} with {one.Name}";

    /// <summary>Runs it. What does not come back whole is not profiled.</summary>
    /// <returns>The hash of the data; null where it was not made.</returns>
    public async Task<string?> RunAsync(IRecordingSink to, CancellationToken stop)
    {
        using RunnerProcess process = RunnerProcess.Start(serializer.Program, plan.Environment, serializer.Entry, "serve");
        Answer bound = await process.AskAsync(one.Request(hash: true), plan.Deadline, stop).ConfigureAwait(false);
        if (!bound.IsOk)
        {
            WriteResult(to, bound.OutcomeName, bound.Detail, null, null);
            return null;
        }

        string? hash = bound.Line("case").Text("sha256");
        string lanes = bound.Line("case").Required("lanes");
        Answer check = await process.AskAsync(new Message("check"), plan.Deadline, stop).ConfigureAwait(false);
        if (!check.IsOk || check.Line("check").Text("outcome") != "ok")
        {
            WriteResult(to, check.IsOk ? check.Line("check").Required("outcome") : check.OutcomeName, check.IsOk ? check.Line("check").Required("difference") : check.Detail, null, null);
            return hash;
        }

        foreach (string lane in plan.Lanes.Where(lane => lanes.Split(',').Contains(lane)))
        {
            foreach (string operation in s_operations)
            {
                if (await ProfileAsync(process, operation, lane, to, stop).ConfigureAwait(false) is not { } failed)
                    continue;
                WriteResult(to, failed.Outcome, $"{operation}, lane {lane}: {failed.Detail}", null, null);
                return hash;
            }
        }

        WriteResult(to, "ok", "", lanes, check.Line("check").Number("size_bytes"));
        return hash;
    }

    // Null where it went well.
    private async Task<(string Outcome, string Detail)?> ProfileAsync(RunnerProcess process, string operation, string lane, IRecordingSink to, CancellationToken stop)
    {
        Message Request(string verb) => new Message(verb).With("op", operation).With("lane", lane);

        Answer warm = await process.AskAsync(Request("warm").With("limit_ns", (long)plan.WarmupLimit.TotalNanoseconds), plan.Deadline, stop).ConfigureAwait(false);
        if (!warm.IsOk)
            return (warm.OutcomeName, warm.Detail);

        Task<Answer> RunAsync(TimeSpan time) => process.AskAsync(
            Request("profile").With("iterations", warm.Line("warm").Number("calls_per_slice")).With("duration_ns", (long)time.TotalNanoseconds), plan.Deadline, stop);

        // Half of it before and half of it after: what drifts strikes both alike.
        Answer before = await RunAsync(_time / 2).ConfigureAwait(false);
        if (!before.IsOk)
            return (before.OutcomeName, before.Detail);
        Answer watched;
        RuntimeTrace trace;
        try
        {
            await using IRuntimeTracing tracing = await startTracing(process.Pid, stop).ConfigureAwait(false);
            watched = await RunAsync(_time).ConfigureAwait(false);
            trace = await tracing.StopAsync().ConfigureAwait(false);
        }
        catch (FathomException reason)
        {
            return ("failed", reason.Message);
        }

        Answer after = watched.IsOk ? await RunAsync(_time / 2).ConfigureAwait(false) : watched;
        if (!after.IsOk)
            return (after.OutcomeName, after.Detail);
        Write(to, operation, lane, warm.Line("warm"), before.Line("profile"), watched.Line("profile"), after.Line("profile"), trace);
        return null;
    }

    private void Write(IRecordingSink to, string operation, string lane, Message warm, Message before, Message watched, Message after, RuntimeTrace trace)
    {
        TimeSlice window = Window(watched);
        OperationSplit split = OperationSplit.Of(trace, watched.Number("thread"), window);
        TextId operationId = to.Ids.Text(operation), laneId = to.Ids.Text(lane);
        SerializerProfileRow row = new(
            serializer.Id, caseId, operationId, laneId, watched.Number("iterations"), window.DurationNs, before.Number("iterations") + after.Number("iterations"),
            Window(before).DurationNs + Window(after).DurationNs, (int)warm.Number("settled"), split.Samples, watched.Number("pause_ns"), watched.Number("jit_ns"), split.CompiledMethods,
            split.BackgroundMethods, split.BackgroundNs, trace.UnfinishedCompilations, trace.LostEvents, trace.Samples.Lost, trace.Problem is null ? TextId.None : to.Ids.Text(trace.Problem));
        to.Write(new ReadOnlySpan<SerializerProfileRow>(in row));
        Lose(to, operation, trace.LostEvents, "events were dropped because the program's buffers were full, or could not be read");
        Lose(to, operation, trace.Samples.Lost, "samples were dropped");
        to.Write<SerializerProfilePartRow>(
        [
            .. split.Parts.Select(part => new SerializerProfilePartRow(
                serializer.Id, caseId, operationId, laneId, to.Ids.Text(NameOf(part.Part)), to.Ids.Text(part.Samples is null ? "measured" : "estimated"), part.DurationNs,
                part.Bounds?.Low, part.Bounds?.High, part.Samples)),
        ]);
        to.Write<SerializerProfileMethodRow>(
        [
            .. split.Methods.Select(method => new SerializerProfileMethodRow(
                serializer.Id, caseId, operationId, laneId, to.Ids.Text(NameOf(method.Part)), to.Ids.Text(method.Method.ToString()), method.SelfSamples, method.TotalSamples)),
        ]);
    }

    private void WriteResult(IRecordingSink to, string outcome, string detail, string? lanes, long? sizeBytes)
    {
        SerializerResultRow row = new(
            serializer.Id, caseId, to.Ids.Text(outcome), detail.Length == 0 ? TextId.None : to.Ids.Text(detail), lanes is null ? TextId.None : to.Ids.Text(lanes), sizeBytes, null, null);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in row));
    }

    private void Lose(IRecordingSink to, string operation, long count, string reason)
    {
        if (count > 0)
            to.Lost(new LossRow(to.Ids.Text("profile"), to.Ids.Text($"{serializer.Name}, {one.Name}, {operation}"), 0, 0, count, 0, to.Ids.Text(reason)));
    }

    private static TimeSlice Window(Message run) => new(run.Number("start_ns"), run.Number("end_ns"));

    private static string NameOf(ProfilePart part) => part == ProfilePart.SerializerOrCopy ? "serializer or copy" : part.ToString().ToLowerInvariant();
}
