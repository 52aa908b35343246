using Fathom.Model;
using Fathom.Sources.Targets.Live;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Intervals;

/// <summary>Two glances at the finalizer thread of a running process, at the beginning and at the end of the interval, and how many objects waited for it.</summary>
internal sealed class FinalizerGlances
{
    private readonly int _tid;
    private readonly long _readyCount;
    private readonly Glance _first;

    private FinalizerGlances(int tid, long readyCount, Glance first) => (_tid, _readyCount, _first) = (tid, readyCount, first);

    /// <summary>Takes the first glance; null where the thread cannot be looked at.</summary>
    /// <param name="target">The running target.</param>
    /// <param name="glances">Looks at a thread.</param>
    public static FinalizerGlances? Begin(LiveTarget target, GlanceTaker glances)
    {
        try
        {
            ClrThread? finalizer = target.Runtime.Threads.FirstOrDefault(static thread => thread.IsFinalizer);
            if (finalizer is null || finalizer.Tid() is not (not 0 and var tid))
                return null;
            long ready = 0;
            foreach (ClrRoot _ in target.Runtime.Heap.EnumerateFinalizerRoots())
            {
                target.Due.ThrowIfCancellationRequested();
                ready++;
            }

            return glances.TryTake(tid, out Glance first) ? new FinalizerGlances(tid, ready, first) : null;
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            // The running target may show anything, and the DAC answers nonsense with errors of any kind. Then there was no first look, and the rule says so.
            return null;
        }
    }

    /// <summary>Takes the second one.</summary>
    public FinalizerInterval End(GlanceTaker glances) =>
        new(_readyCount, glances.TryTake(_tid, out Glance last) ? last.Addresses.AsSpan().SequenceEqual(_first.Addresses) : null);
}
