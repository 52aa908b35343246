using Fathom.Model;
using Fathom.Model.Serializers;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Running;

namespace Fathom.Serializers.Suites;

/// <summary>
/// A process of a serializer with a case: checked, warmed up, and then timed a sample at a time, so that the samples of several processes can take turns. What
/// goes wrong is kept as its failure; nothing is asked of it then.
/// </summary>
/// <param name="serializer">The serializer.</param>
/// <param name="one">The case.</param>
/// <param name="plan">How it is measured.</param>
/// <exception cref="FathomException">The program cannot be started.</exception>
internal sealed class CaseLaunch(OfferedSerializer serializer, PlannedCase one, SuitePlan plan) : IDisposable
{
    private const int KeptBytes = 1024;

    private readonly RunnerProcess _process = RunnerProcess.Start(serializer.Program, plan.Environment, serializer.Entry, "serve");
    private readonly Dictionary<(string Operation, string Lane), (long Iterations, int Settled)> _warm = [];
    private readonly List<TakenSample> _samples = [];
    private string[] _lanes = [];

    /// <summary>The operations that are timed.</summary>
    public static IReadOnlyList<string> Operations { get; } = ["serialize", "deserialize"];

    /// <summary>What went wrong; null while all is well.</summary>
    public (string Outcome, string Detail)? Failure { get; private set; }

    /// <summary>The hash of the data, where it was asked for and the data could be made.</summary>
    public string? Hash { get; private set; }

    /// <summary>The lanes that the serializer has, separated by commas.</summary>
    public string Lanes => string.Join(',', _lanes);

    /// <summary>What the check found: outcome and sizes.</summary>
    public Message? Check { get; private set; }

    /// <summary>The beginning of what it writes, for the page; null where it was not asked for.</summary>
    public Message? Output { get; private set; }

    /// <summary>What reading every leaf of the data once takes, measured when all samples were taken; null before.</summary>
    public double? LeavesNs { get; private set; }

    /// <summary>The samples in the order in which they were taken.</summary>
    public IReadOnlyList<TakenSample> Samples => _samples;

    /// <summary>Resident bytes of the process now; 0 when it has ended.</summary>
    public long ResidentBytes => _process.ResidentBytes;

    /// <summary>Makes the data, checks and warms up.</summary>
    /// <param name="isFirst">Whether it is the first process of the serializer and case: sizes after compression and the output are asked of it.</param>
    /// <param name="asksHash">Whether the data is hashed.</param>
    /// <param name="stop">Ends the process.</param>
    public async Task PrepareAsync(bool isFirst, bool asksHash, CancellationToken stop)
    {
        Answer bound = await AskAsync(one.Request(asksHash), stop).ConfigureAwait(false);
        if (!bound.IsOk)
        {
            Fail(bound.OutcomeName, await OwnTypeProbe.NeedsAsync(_process, one, plan, stop).ConfigureAwait(false) ?? bound.Detail);
            return;
        }

        Hash = bound.Line("case").Text("sha256");
        _lanes = bound.Line("case").Required("lanes").Split(',');
        Answer check = await AskAsync(new Message("check").With("compress", isFirst ? 1 : 0), stop).ConfigureAwait(false);
        if (!check.IsOk || check.Line("check").Text("outcome") != "ok")
        {
            string said = check.IsOk ? check.Line("check").Required("difference") : check.Detail;
            Fail(check.IsOk ? check.Line("check").Required("outcome") : check.OutcomeName, await OwnTypeProbe.NeedsAsync(_process, one, plan, stop).ConfigureAwait(false) ?? said);
            return;
        }

        Check = check.Line("check");
        // The beginning of what it writes, for the page.
        if (isFirst && serializer.Facts?.Text("role") == "serializer")
        {
            Answer output = await AskAsync(new Message("show").With("limit", KeptBytes), stop).ConfigureAwait(false);
            Output = output.IsOk ? output.Line("output") : null;
        }

        foreach (string lane in plan.Lanes.Where(lane => _lanes.Contains(lane)))
            await WarmAsync(lane, stop).ConfigureAwait(false);
    }

    /// <summary>Takes samples, unless the process failed, the serializer does not have the lane, or the operation has used up its time.</summary>
    /// <param name="operation">serialize or deserialize.</param>
    /// <param name="lane">The lane.</param>
    /// <param name="threads">Threads at the same time.</param>
    /// <param name="count">How many samples.</param>
    /// <param name="stop">Ends the process.</param>
    public async Task TakeAsync(string operation, string lane, int threads, int count, CancellationToken stop)
    {
        if (Failure is not null || !_warm.TryGetValue((operation, lane), out (long Iterations, int Settled) warm))
            return;
        TakenSample[] before = [.. _samples.Where(sample => sample.Operation == operation && sample.Lane == lane && sample.Threads == threads)];
        double left = (plan.Deadline.TotalNanoseconds / 2) - before.Sum(static sample => sample.Line.Number("duration_ns"));
        if (before.Length > 0 && left <= 0)
            return;
        // As many again as are asked for, and no more: where something else runs all the time, that is how this machine is.
        int attempts = threads == 1 && count == 1 && before.Count(static sample => sample.Attempt > 1) < plan.Samples ? SampleWaiting.MostAttempts : 1;
        int index = before.Count(static sample => sample.IsCounted);
        List<TakenSample> taken = [];
        for (int attempt = 1; attempt <= attempts && (attempt == 1 || taken[^1].Waited > SampleWaiting.Limit); attempt++)
        {
            // A sample of many threads is as long as one of one thread where there are as many processors.
            Message measure = new Message("measure").With("op", operation).With("lane", lane).With("samples", count).With("iterations", warm.Iterations).With("threads", threads)
                .With("budget_ns", (long)left).With("collect", before.Length == 0 && attempt == 1 ? 1 : 0);
            Answer samples = await AskAsync(measure, stop).ConfigureAwait(false);
            if (!samples.IsOk)
            {
                Fail(samples.OutcomeName, $"{operation}, lane {lane}, threads {threads}: {samples.Detail}");
                return;
            }

            taken.AddRange(samples.Lines.Select((line, at) => new TakenSample(operation, lane, threads, index + at + 1, warm.Settled, attempt, true, line)));
        }

        // Of several tries the one that waited least counts.
        TakenSample least = taken.MinBy(static sample => sample.Waited)!;
        _samples.AddRange(attempts == 1 ? taken : taken.Select(sample => sample with { IsCounted = sample == least }));
    }

    /// <summary>Checks once more, when all samples are taken: a serializer that went wrong meanwhile has no time.</summary>
    /// <param name="stop">Ends the process.</param>
    public async Task CheckAgainAsync(CancellationToken stop)
    {
        if (Failure is not null)
            return;
        Answer check = await AskAsync(new Message("check").With("leaves", 1), stop).ConfigureAwait(false);
        LeavesNs = check.IsOk && check.Line("check").Text("leaves_ns") is not null ? check.Line("check").Fraction("leaves_ns") : null;
        if (!check.IsOk)
            Fail(check.OutcomeName, $"after the last sample: {check.Detail}");
        else if (check.Line("check").Required("outcome") is not "ok" and var outcome)
            Fail(outcome, $"after the last sample: {check.Line("check").Required("difference")}");
    }

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();

    private async Task WarmAsync(string lane, CancellationToken stop)
    {
        if (Failure is not null)
            return;
        Answer warm = await AskAsync(
            new Message("warm").With("op", string.Join(',', Operations)).With("lane", lane).With("limit_ns", (long)plan.WarmupLimit.TotalNanoseconds), stop).ConfigureAwait(false);
        if (!warm.IsOk)
        {
            Fail(warm.OutcomeName, $"lane {lane}: {warm.Detail}");
            return;
        }

        string[] calls = warm.Line("warm").Required("calls_per_slice").Split(',');
        for (int i = 0; i < Operations.Count; i++)
            _warm.Add((Operations[i], lane), (long.Parse(calls[i], System.Globalization.CultureInfo.InvariantCulture), (int)warm.Line("warm").Number("settled")));
    }

    private Task<Answer> AskAsync(Message request, CancellationToken stop) => _process.AskAsync(request, plan.Deadline, stop);

    private void Fail(string outcome, string detail) => Failure ??= (outcome, detail);
}
