using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Writes where the runtime's sampler saw threads; a sample stands for the time since it saw the same thread before.</summary>
internal sealed class SampleTable : EventTable
{
    // No sampler sleeps for seconds.
    private const long MostWeightNs = 10_000_000_000;

    private readonly TracedMoment _now;
    private readonly RowBatch<CpuSampleRow> _samples;
    private readonly RowBatch<ThreadSampleRow> _others;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    public SampleTable(TracedMoment now, IRecordingSink sink)
    {
        (_now, _samples, _others) = (now, new(sink), new(sink));
        Consumer = new CpuSampleConsumer(OnSample);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Samples of a thread that the trace does not tell.</summary>
    public long OfNobody { get; private set; }

    /// <inheritdoc/>
    public override void End()
    {
        _samples.Flush();
        _others.Flush();
    }

    private void OnSample(in EventOrigin at, in bool isManaged)
    {
        _now.IsTaken = true;
        if (_now.Thread is not { } thread)
        {
            OfNobody++;
            return;
        }

        long? weight = _now.Ns - thread.SampledNs is { } since and >= 0 and <= MostWeightNs ? since : null;
        thread.SampledNs = Math.Max(_now.Ns, thread.SampledNs ?? _now.Ns);
        if (isManaged)
            _samples.Add(new CpuSampleRow(_now.Ns, thread.Number, null, _now.Stack, weight));
        else
            _others.Add(new ThreadSampleRow(_now.Ns, thread.Number, _now.Stack, weight));
    }
}
