using System.Runtime.InteropServices;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;

namespace Fathom.Storage.Stacks;

/// <summary>
/// Keeps what sums by method need of the rows that pass on their way into a recording, so that a trace of usual length need not be read back for it. Where more comes than it may keep, or stacks of
/// waits that only a question to all tables can judge, it keeps nothing and says so (<see cref="IsWhole"/>).
/// </summary>
/// <param name="inner">Gets the rows.</param>
/// <param name="mostRows">Waits, and stacks with samples of a thread, that are kept: 48 bytes each.</param>
/// <param name="mostMethods">Methods of all stacks that are kept: 5 bytes each.</param>
public sealed class PassingTimes(IRecordingSink inner, int mostRows = 1_000_000, int mostMethods = 16_000_000) : PassingSink(inner), IStackTimes
{
    private StackMethods _methods = new();
    private int _methodCount;
    private Dictionary<uint, uint> _innermostFrames = [];
    private Dictionary<uint, uint> _methodOfFrame = [];
    private Dictionary<uint, uint> _processOfThread = [];
    private Dictionary<(uint Thread, uint Stack), Sum> _samples = [];
    private WaitOrder _waits = new();

    /// <summary>Whether all that was written is kept.</summary>
    public bool IsWhole { get; private set; } = true;

    /// <inheritdoc/>
    public override IRecordingSink Fork()
    {
        Forget();
        return Inner.Fork();
    }

    /// <inheritdoc/>
    public override void Write<T>(ReadOnlySpan<T> rows)
    {
        if (IsWhole)
            Keep(rows);
        Inner.Write(rows);
    }

    /// <inheritdoc/>
    public StackMethods Methods()
    {
        foreach ((uint stack, uint frame) in _innermostFrames)
        {
            if (_methodOfFrame.TryGetValue(frame, out uint method))
                _methods.AddInnermost(stack, method);
        }

        return _methods;
    }

    /// <inheritdoc/>
    public void Samples(Action<StackSamples> take)
    {
        foreach ((uint process, uint stack, Sum sum) in _samples
            .Where(one => _processOfThread.ContainsKey(one.Key.Thread))
            .Select(one => (_processOfThread[one.Key.Thread], one.Key.Stack, one.Value))
            .OrderBy(static one => one.Item1))
        {
            take(new StackSamples(process, stack, sum.HasTime ? sum.WeightNs : null, sum.Count));
        }
    }

    /// <inheritdoc/>
    public void Waits(Action<StackWait> take)
    {
        _waits.Place(_processOfThread);
        _waits.Hand(take);
    }

    // The type of the rows is known where this is compiled, so that one branch is left.
    private void Keep<T>(ReadOnlySpan<T> rows)
        where T : unmanaged
    {
        if (typeof(T) == typeof(ThreadWaitRow))
            Waited(MemoryMarshal.Cast<T, ThreadWaitRow>(rows));
        else if (typeof(T) == typeof(CpuSampleRow))
            Sampled(MemoryMarshal.Cast<T, CpuSampleRow>(rows));
        else if (typeof(T) == typeof(StackMethodRow))
            Met(MemoryMarshal.Cast<T, StackMethodRow>(rows));
        else if (typeof(T) == typeof(StackFrameRow))
            Framed(MemoryMarshal.Cast<T, StackFrameRow>(rows));
        else if (typeof(T) == typeof(FrameRow))
            Named(MemoryMarshal.Cast<T, FrameRow>(rows));
        else if (typeof(T) == typeof(ThreadRow))
            Threads(MemoryMarshal.Cast<T, ThreadRow>(rows));
        else if (typeof(T) == typeof(ThreadWaitStackRow) && rows.Length > 0)
            Forget();
        if (_waits.Count > mostRows || _samples.Count > mostRows || _methodCount > mostMethods)
            Forget();
    }

    private void Waited(ReadOnlySpan<ThreadWaitRow> rows)
    {
        // The processes of threads are told at the end; until then a wait has its thread in their place.
        foreach (ref readonly ThreadWaitRow row in rows)
            _waits.Add(new StackWait(row.ThreadId, row.StackId, 0, row.StartNs, row.WaitNs, row.ReadyNs, row.OpenAtStart || row.OpenAtEnd, row.NoWaking || row.NoSwitchIn));
    }

    private void Sampled(ReadOnlySpan<CpuSampleRow> rows)
    {
        foreach (ref readonly CpuSampleRow row in rows)
        {
            ref Sum sum = ref CollectionsMarshal.GetValueRefOrAddDefault(_samples, (row.ThreadId, row.StackId), out _);
            sum.Count++;
            if (row.WeightNs is not { } weight)
                continue;
            (sum.HasTime, sum.WeightNs) = (true, sum.WeightNs + weight);
        }
    }

    private void Met(ReadOnlySpan<StackMethodRow> rows)
    {
        foreach (ref readonly StackMethodRow row in rows)
            _methods.Add(row.StackId, row.MethodId, row.Exact);
        _methodCount += rows.Length;
    }

    private void Framed(ReadOnlySpan<StackFrameRow> rows)
    {
        foreach (ref readonly StackFrameRow row in rows)
        {
            if (row.Depth == 0)
                _innermostFrames[row.StackId] = row.FrameId;
        }
    }

    private void Named(ReadOnlySpan<FrameRow> rows)
    {
        foreach (ref readonly FrameRow row in rows)
            _methodOfFrame[row.FrameId] = row.MethodId;
    }

    private void Threads(ReadOnlySpan<ThreadRow> rows)
    {
        foreach (ref readonly ThreadRow row in rows)
            _processOfThread[row.ThreadId] = row.ProcessId;
    }

    private void Forget()
    {
        IsWhole = false;
        _methodCount = 0;
        (_methods, _innermostFrames, _methodOfFrame, _processOfThread, _samples, _waits) = (new(), [], [], [], [], new());
    }

    private struct Sum
    {
        public long WeightNs;
        public long Count;
        public bool HasTime;
    }
}
