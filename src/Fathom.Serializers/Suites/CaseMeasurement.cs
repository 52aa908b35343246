using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Suites;

/// <summary>One serializer and one case: which of its processes are still to run, and what came of those that did, as rows.</summary>
/// <param name="serializer">The serializer.</param>
/// <param name="one">The case.</param>
/// <param name="caseId">Its number.</param>
/// <param name="plan">How it is measured.</param>
/// <param name="finished">What an earlier run has finished.</param>
/// <param name="growth">What the serializer took for other sizes of the case.</param>
internal sealed class CaseMeasurement(OfferedSerializer serializer, PlannedCase one, uint caseId, SuitePlan plan, FinishedCells finished, GrowthForecast growth)
{
    private int _launches = finished.LaunchesOf(serializer.Id, caseId);
    private bool _failed = finished.HasFailed(serializer.Id, caseId);
    private readonly Dictionary<(string Lane, string Operation), Dictionary<long, double[]>> _counted = [];
    private bool _hasStarted;

    /// <summary>What the progress says.</summary>
    public string Name => $"{serializer.Name} with {one.Name}";

    /// <summary>The number of the case.</summary>
    public uint CaseId => caseId;

    /// <summary>The hash of the data, once it was made.</summary>
    public string? Hash { get; private set; }

    /// <summary>Processes that are to run altogether: those of the plan, and more where a round is repeated or a precision is asked for.</summary>
    public int Wanted { get; set; } = plan.Launches;

    /// <summary>Processes that ended with their samples.</summary>
    public int Launches => _launches;

    /// <summary>Whether it is compared: a serializer whose processes ended well so far.</summary>
    public bool IsCompared => !_failed && _launches > 0 && serializer.Facts?.Text("role") == "serializer";

    /// <summary>Whether it has failed.</summary>
    public bool HasFailed => _failed;

    /// <summary>Processes that are still to run.</summary>
    public int Missing => _failed ? 0 : Math.Max(0, Wanted - _launches);

    /// <summary>Whether a process has ended, well or not.</summary>
    public bool HasResult => _failed || _launches > 0;

    /// <summary>Takes over the samples of an earlier run.</summary>
    public void KeepEarlier() => Keep(finished.SamplesOf(serializer.Id, caseId).Select(static sample => (sample.Lane, sample.Operation, sample.Launch, sample.RunningNs)));

    /// <summary>Whether a process is to run in a round; the first round is 0.</summary>
    public bool IsMissing(int round) => !_failed && _launches <= round;

    /// <summary>Whether the next process is worth starting. A size that would hold up everything else is not tried; what it would have taken is its result.</summary>
    public bool IsTried(IRecordingSink to)
    {
        if (_launches > 0 || WhyNot() is not { } reason)
            return true;
        Fail(to, "skipped", reason);
        return false;
    }

    /// <summary>Starts the next process and gets it ready. Writes nothing, so that several can be started at the same time.</summary>
    public async Task<CaseLaunch> StartAsync(CancellationToken stop)
    {
        bool asksHash = !_hasStarted;
        _hasStarted = true;
        CaseLaunch launch = new(serializer, one, plan);
        try
        {
            await launch.PrepareAsync(_launches == 0, asksHash, stop).ConfigureAwait(false);
            return launch;
        }
        catch
        {
            launch.Dispose();
            throw;
        }
        finally
        {
            Hash ??= launch.Hash;
        }
    }

    /// <summary>Writes the rows of a process that has done its part. A case that did not come back whole is not tried again.</summary>
    public void Finish(CaseLaunch launch, IRecordingSink to)
    {
        if (launch.Failure is { } failure)
        {
            Fail(to, failure.Outcome, failure.Detail);
            return;
        }

        _launches++;
        if (_launches == 1)
        {
            Write(to, "ok", "", launch.Lanes, launch.Check, launch.LeavesNs);
            if (launch.Output is { } output)
                CaseOutputs.Write(serializer, caseId, output, to);
            foreach (IGrouping<string, TakenSample> operation in launch.Samples.Where(sample => sample.Threads == plan.Threads[0] && sample.Lane == plan.Lanes[0])
                .GroupBy(static sample => sample.Operation))
                growth.Add(one.Dials.N, operation.Min(static sample => sample.Line.Number("duration_ns") / (double)sample.Line.Number("iterations")));
        }

        Keep(launch.Samples.Where(static sample => sample.IsCounted && sample.Threads == 1).Select(sample => (sample.Lane, sample.Operation, (long)_launches, sample.RunningNs)));
        to.Write<SerializerSampleRow>([.. launch.Samples.Select(sample => Row(sample, to.Ids))]);
    }

    /// <summary>Nanoseconds per operation of the samples of one thread that count, by the number of the process.</summary>
    public Dictionary<long, double[]> Rounds(string lane, string operation) => _counted.TryGetValue((lane, operation), out Dictionary<long, double[]>? rounds) ? rounds : [];

    private void Keep(IEnumerable<(string Lane, string Operation, long Launch, double Ns)> samples)
    {
        foreach (var process in samples.GroupBy(static sample => (sample.Lane, sample.Operation, sample.Launch)))
        {
            if (!_counted.TryGetValue((process.Key.Lane, process.Key.Operation), out Dictionary<long, double[]>? rounds))
                _counted.Add((process.Key.Lane, process.Key.Operation), rounds = []);
            rounds[process.Key.Launch] = [.. process.Select(static sample => sample.Ns)];
        }
    }

    private SerializerSampleRow Row(TakenSample sample, Interner ids) => new(
        serializer.Id, caseId, ids.Text(sample.Operation), ids.Text(sample.Lane), sample.Threads, _launches, sample.Index, sample.Settled, sample.Line.Number("iterations"),
        sample.Line.Number("duration_ns"), sample.Line.Number("allocated_bytes"), (int)sample.Line.Number("gen0"), (int)sample.Line.Number("gen1"), (int)sample.Line.Number("gen2"),
        sample.Line.Number("pause_ns"), sample.RunDelayNs, sample.Attempt, sample.IsCounted ? 1 : 0);

    private string? WhyNot()
    {
        if (growth.FailedAt is { } failed && failed <= one.Dials.N)
            return string.Create(CultureInfo.InvariantCulture, $"not tried: it already failed with n={failed}");
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
            growth.EndedAt(one.Dials.N);
        Write(to, outcome, detail, "", null);
    }

    private void Write(IRecordingSink to, string outcome, string detail, string lanes, Message? check, double? leavesNs = null)
    {
        SerializerResultRow row = new(
            serializer.Id, caseId, to.Ids.Text(outcome), TextOrNone(detail), TextOrNone(lanes),
            check?.Number("size_bytes"), check?.Number("gzip_bytes"), check?.Number("brotli_bytes"), leavesNs);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in row));

        TextId TextOrNone(string text) => text.Length == 0 ? TextId.None : to.Ids.Text(text);
    }
}
