using System.Globalization;
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
/// <param name="finished">What an earlier run has finished.</param>
/// <param name="growth">What the serializer took for other sizes of the case.</param>
internal sealed class CaseMeasurement(OfferedSerializer serializer, PlannedCase one, uint caseId, SuitePlan plan, FinishedCells finished, GrowthWatch growth)
{
    private const int KeptBytes = 1024;

    private static readonly string[] s_operations = ["serialize", "deserialize"];

    private int _launches = finished.LaunchesOf(serializer.Id, caseId);
    private bool _failed = finished.HasFailed(serializer.Id, caseId);
    private bool _hasStarted;

    /// <summary>What the progress says.</summary>
    public string Name => $"{serializer.Name} with {one.Name}";

    /// <summary>The number of the case.</summary>
    public uint CaseId => caseId;

    /// <summary>The hash of the data, once it was made.</summary>
    public string? Hash { get; private set; }

    /// <summary>Processes that are still to run.</summary>
    public int Missing => _failed ? 0 : Math.Max(0, plan.Launches - _launches);

    /// <summary>Whether a process has ended, well or not.</summary>
    public bool HasResult => _failed || _launches > 0;

    /// <summary>Whether a process is to run in a round; the first round is 0.</summary>
    public bool IsMissing(int round) => !_failed && _launches <= round;

    /// <summary>Runs one process. Its rows are written when it has ended, so that a process that was interrupted leaves none. A case that did not come back whole is not measured, and not tried again.</summary>
    public async Task LaunchAsync(IRecordingSink to, CancellationToken stop)
    {
        if (_failed)
            return;
        bool first = _launches == 0, asksHash = !_hasStarted;
        _hasStarted = true;
        if (first && WhyNot() is { } reason)
        {
            Fail(to, "skipped", reason);
            return;
        }

        using RunnerProcess process = RunnerProcess.Start(serializer.Program, plan.Environment, serializer.Name, "serve");
        Answer bound = await process.AskAsync(one.Request(hash: asksHash), plan.Deadline, stop).ConfigureAwait(false);
        if (!bound.IsOk)
        {
            Fail(to, bound.OutcomeName, await OwnTypeProbe.NeedsAsync(process, one, plan, stop).ConfigureAwait(false) ?? bound.Detail);
            return;
        }

        Hash ??= bound.Line("case").Text("sha256");
        string lanes = bound.Line("case").Required("lanes");
        Answer check = await process.AskAsync(new Message("check").With("compress", first ? 1 : 0), plan.Deadline, stop).ConfigureAwait(false);
        if (!check.IsOk || check.Line("check").Text("outcome") != "ok")
        {
            Fail(
                to, check.IsOk ? check.Line("check").Required("outcome") : check.OutcomeName,
                await OwnTypeProbe.NeedsAsync(process, one, plan, stop).ConfigureAwait(false) ?? (check.IsOk ? check.Line("check").Required("difference") : check.Detail));
            return;
        }

        _launches++;
        List<SerializerSampleRow> rows = [];
        foreach (string lane in plan.Lanes.Where(lane => lanes.Split(',').Contains(lane)))
        {
            foreach (string operation in s_operations)
                await MeasureAsync(process, operation, lane, rows, to, stop).ConfigureAwait(false);
        }

        if (first && !_failed)
        {
            Write(to, "ok", "", lanes, check.Line("check"));
            await KeepOutputAsync(process, to, stop).ConfigureAwait(false);
        }

        to.Write<SerializerSampleRow>([.. rows]);
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

    private async Task MeasureAsync(RunnerProcess process, string operation, string lane, List<SerializerSampleRow> rows, IRecordingSink to, CancellationToken stop)
    {
        Message Request(string verb) => new Message(verb).With("op", operation).With("lane", lane);

        Answer warm = await process.AskAsync(Request("warm").With("limit_ns", (long)plan.WarmupLimit.TotalNanoseconds), plan.Deadline, stop).ConfigureAwait(false);
        if (!warm.IsOk)
        {
            Fail(to, warm.OutcomeName, $"{operation}, lane {lane}: {warm.Detail}");
            return;
        }

        foreach (int threads in plan.Threads)
        {
            // A sample of many threads is as long as one of one thread where there are as many processors.
            Message measure = Request("measure").With("samples", plan.Samples).With("iterations", warm.Line("warm").Number("calls_per_slice")).With("threads", threads)
                .With("budget_ns", (long)(plan.Deadline.TotalNanoseconds / 2));
            Answer samples = await process.AskAsync(measure, plan.Deadline, stop).ConfigureAwait(false);
            if (!samples.IsOk)
            {
                Fail(to, samples.OutcomeName, $"{operation}, lane {lane}, threads {threads}: {samples.Detail}");
                return;
            }

            AddSamples(rows, to, operation, lane, threads, (int)warm.Line("warm").Number("settled"), samples);
        }
    }

    private void AddSamples(List<SerializerSampleRow> rows, IRecordingSink to, string operation, string lane, int threads, int settled, Answer samples)
    {
        TextId operationId = to.Ids.Text(operation), laneId = to.Ids.Text(lane);
        rows.AddRange(samples.Lines.Select((line, index) => new SerializerSampleRow(
            serializer.Id, caseId, operationId, laneId, threads, _launches, index + 1, settled, line.Number("iterations"), line.Number("duration_ns"),
            line.Number("allocated_bytes"), (int)line.Number("gen0"), (int)line.Number("gen1"), (int)line.Number("gen2"), line.Number("pause_ns"))));
        if (_launches == 1 && threads == plan.Threads[0] && lane == plan.Lanes[0])
            growth.Add(one.Dials.N, samples.Lines.Min(static line => line.Number("duration_ns") / (double)line.Number("iterations")));
    }

    // A size that would hold up everything else is not tried; what it would have taken is its result.
    private string? WhyNot()
    {
        if (growth.FailedAt is { } failed && failed <= one.Dials.N)
            return string.Create(CultureInfo.InvariantCulture, $"not tried: it did not end well with n={failed} already");
        if (growth.Predict(one.Dials.N) is not { } expected || expected.TimeNs < plan.Deadline.TotalNanoseconds / 2)
            return null;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"not tried: a write and a read would take about {expected.TimeNs / 1e9:0} s, as {expected.LastN} objects took {expected.LastNs / 1e9:0.##} s and time grew as n^{expected.Exponent:0.00}");
    }

    private void Fail(IRecordingSink to, string outcome, string detail)
    {
        _failed = true;
        if (outcome is "hang" or "crash")
            growth.FailedAt = Math.Min(growth.FailedAt ?? long.MaxValue, one.Dials.N);
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
