using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Universal;

/// <summary>
/// Writes states and waits of threads by their switches. A switch tells one time, from leaving a processor to running again: whether the thread could
/// have run, and when it was woken, is not told. Between two switches it ran. What follows the last one is unknown, but for the time until a sample
/// saw it run.
/// </summary>
/// <param name="sink">Gets the rows.</param>
internal sealed class SwitchRows(IRecordingSink sink)
{
    private readonly RowBatch<ThreadSliceRow> _slices = new(sink);
    private readonly RowBatch<ThreadWaitRow> _waits = new(sink);
    private readonly TextId _running = sink.Ids.Text("running");
    private readonly TextId _waiting = sink.Ids.Text("waiting");
    private readonly TextId _unknown = sink.Ids.Text("unknown");

    /// <summary>Switches that tell a time which the one before has told.</summary>
    public long Overlaps { get; private set; }

    /// <summary>Waits that have a row.</summary>
    public long Waits => _waits.Count;

    /// <summary>A thread came to a processor.</summary>
    /// <param name="thread">The thread.</param>
    /// <param name="timeNs">When.</param>
    /// <param name="withoutNs">For how long it had none; 0 where that is not told.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="stack">The stack with which it had left.</param>
    public void Come(SwitchedThread thread, long timeNs, ulong withoutNs, int cpu, uint stack)
    {
        bool isOpen = withoutNs > (ulong)Math.Max(0, timeNs - thread.StartNs);
        long leftNs = isOpen ? thread.StartNs : timeNs - (long)withoutNs;
        if (leftNs < thread.SinceNs && withoutNs > 0)
        {
            Overlaps += thread.Runs ? 1 : 0;
            leftNs = Math.Min(timeNs, thread.SinceNs);
        }

        Until(thread, Math.Max(thread.SinceNs, leftNs));
        if (timeNs > thread.SinceNs)
        {
            long waitNs = timeNs - thread.SinceNs;
            _slices.Add(new ThreadSliceRow(thread.Number, _waiting, thread.SinceNs, waitNs, null, stack, false));
            _waits.Add(new ThreadWaitRow(
                thread.Number, thread.SinceNs, waitNs, 0, _unknown, stack, null, 0, null, isOpen && !thread.Runs, OpenAtEnd: false, NoWaking: true, NoSwitchIn: false));
            thread.WaitingNs += waitNs;
            thread.SinceNs = timeNs;
        }

        (thread.Runs, thread.Cpu) = (true, cpu);
    }

    /// <summary>A thread ended, or the trace did.</summary>
    public void End(SwitchedThread thread, long timeNs)
    {
        if (!thread.Runs)
            return;
        if (thread.SampledNs > thread.SinceNs)
            Until(thread, Math.Min(timeNs, thread.SampledNs));
        thread.Runs = false;
        Until(thread, timeNs);
    }

    /// <summary>Hands on what is left.</summary>
    public void Flush()
    {
        _slices.Flush();
        _waits.Flush();
        if (Overlaps > 0)
        {
            sink.Lost(new LossRow(
                sink.Ids.Text("nettrace"), TextId.None, 0, 0, Overlaps, 0,
                sink.Ids.Text("switches whose time overlaps the one before: only what follows that counts"), sink.Ids.Text(LossTables.States), Overlaps + Waits));
        }
    }

    private void Until(SwitchedThread thread, long timeNs)
    {
        if (timeNs <= thread.SinceNs)
            return;
        long spanNs = timeNs - thread.SinceNs;
        _slices.Add(new ThreadSliceRow(thread.Number, thread.Runs ? _running : _unknown, thread.SinceNs, spanNs, thread.Runs ? thread.Cpu : null, 0, false));
        thread.RunningNs += thread.Runs ? spanNs : 0;
        thread.SinceNs = timeNs;
    }
}
