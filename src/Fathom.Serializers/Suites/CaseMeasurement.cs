using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Suites;

/// <summary>One serializer and one case: each launch is a process of its own that checks first and measures then.</summary>
/// <param name="serializer">The serializer.</param>
/// <param name="one">The case.</param>
/// <param name="caseId">Its number.</param>
/// <param name="plan">How it is measured.</param>
internal sealed class CaseMeasurement(OfferedSerializer serializer, PlannedCase one, uint caseId, SuitePlan plan)
{
    private const int KeptBytes = 1024;

    private static readonly string[] s_operations = ["serialize", "deserialize"];

    private int _launches;
    private bool _failed;

    /// <summary>What the progress says.</summary>
    public string Name => $"{serializer.Name} with {one.Name}";

    /// <summary>The number of the case.</summary>
    public uint CaseId => caseId;

    /// <summary>The hash of the data, once it was made.</summary>
    public string? Hash { get; private set; }

    /// <summary>Runs one process. A case that did not come back whole is not measured, and not tried again.</summary>
    public async Task LaunchAsync(IRecordingSink to, CancellationToken stop)
    {
        if (_failed)
            return;
        bool first = _launches++ == 0;
        using RunnerProcess process = RunnerProcess.Start(serializer.Program, plan.Environment, serializer.Name, "serve");
        Answer bound = await process.AskAsync(one.Request(hash: first), plan.Deadline, stop).ConfigureAwait(false);
        if (!bound.IsOk)
        {
            Fail(to, bound.OutcomeName, await NeedsAsync(process, stop).ConfigureAwait(false) ?? bound.Detail);
            return;
        }

        Hash ??= bound.Line("case").Text("sha256");
        string lanes = bound.Line("case").Required("lanes");
        Answer check = await process.AskAsync(new Message("check").With("compress", first ? 1 : 0), plan.Deadline, stop).ConfigureAwait(false);
        if (!check.IsOk || check.Line("check").Text("outcome") != "ok")
        {
            Fail(
                to, check.IsOk ? check.Line("check").Required("outcome") : check.OutcomeName,
                await NeedsAsync(process, stop).ConfigureAwait(false) ?? (check.IsOk ? check.Line("check").Required("difference") : check.Detail));
            return;
        }

        if (first)
        {
            Write(to, "ok", "", lanes, check.Line("check"));
            await KeepOutputAsync(process, to, stop).ConfigureAwait(false);
        }

        foreach (string lane in plan.Lanes.Where(lane => lanes.Split(',').Contains(lane)))
        {
            foreach (string operation in s_operations)
                await MeasureAsync(process, operation, lane, to, stop).ConfigureAwait(false);
        }
    }

    // The beginning of what it writes, for the page.
    private async Task KeepOutputAsync(RunnerProcess process, IRecordingSink to, CancellationToken stop)
    {
        if (serializer.Facts?.Text("role") != "serializer")
            return;
        Answer output = await process.AskAsync(new Message("show").With("limit", KeptBytes), plan.Deadline, stop).ConfigureAwait(false);
        if (output.IsOk)
            CaseOutputs.Write(serializer, caseId, output.Line("output"), to);
    }

    // What the serializer needs of the user's own type, with its own words; null for other cases and where it says nothing.
    private async Task<string?> NeedsAsync(RunnerProcess process, CancellationToken stop)
    {
        if (one.Own is null || !process.IsAlive)
            return null;
        Answer answer = await process.AskAsync(one.AddTo(new Message("own-type")), plan.Deadline, stop).ConfigureAwait(false);
        if (!answer.IsOk)
            return null;
        Message verdict = answer.Line("verdict");
        string needs = verdict.Text("needs") ?? "", detail = verdict.Text("detail") ?? "";
        return needs.Length == 0 || needs == detail ? detail : $"needs {needs}: {detail}";
    }

    private async Task MeasureAsync(RunnerProcess process, string operation, string lane, IRecordingSink to, CancellationToken stop)
    {
        Message Request(string verb) => new Message(verb).With("op", operation).With("lane", lane);

        Answer warm = await process.AskAsync(Request("warm").With("limit_ns", (long)plan.WarmupLimit.TotalNanoseconds), plan.Deadline, stop).ConfigureAwait(false);
        Answer samples = warm.IsOk
            ? await process.AskAsync(Request("measure").With("samples", plan.Samples).With("iterations", warm.Line("warm").Number("calls_per_slice")), plan.Deadline, stop).ConfigureAwait(false)
            : warm;
        if (!samples.IsOk)
        {
            Fail(to, samples.OutcomeName, $"{operation}, lane {lane}: {samples.Detail}");
            return;
        }

        TextId operationId = to.Ids.Text(operation), laneId = to.Ids.Text(lane);
        int settled = (int)warm.Line("warm").Number("settled");
        SerializerSampleRow[] rows = [.. samples.Lines.Select((line, index) => new SerializerSampleRow(
            serializer.Id, caseId, operationId, laneId, 1, _launches, index + 1, settled, line.Number("iterations"), line.Number("duration_ns"),
            line.Number("allocated_bytes"), (int)line.Number("gen0"), (int)line.Number("gen1"), (int)line.Number("gen2"), line.Number("pause_ns")))];
        to.Write<SerializerSampleRow>(rows);
    }

    private void Fail(IRecordingSink to, string outcome, string detail)
    {
        _failed = true;
        Write(to, outcome, detail, "", null);
    }

    private void Write(IRecordingSink to, string outcome, string detail, string lanes, Message? check)
    {
        SerializerResultRow row = new(
            serializer.Id, caseId, to.Ids.Text(outcome), TextOrNone(detail), TextOrNone(lanes),
            check?.Number("size_bytes"), check?.Number("gzip_bytes"), check?.Number("brotli_bytes"));
        to.Write(new ReadOnlySpan<SerializerResultRow>(in row));

        TextId TextOrNone(string text) => text.Length == 0 ? TextId.None : to.Ids.Text(text);
    }
}
