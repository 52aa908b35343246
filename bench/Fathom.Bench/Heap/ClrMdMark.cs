using System.Diagnostics;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Bench.Heap;

/// <summary>The peer: a mark with ClrMD's own roots and references, while the process stands still.</summary>
internal static class ClrMdMark
{
    /// <summary>Attaches, marks and counts what is alive.</summary>
    public static (long Live, TimeSpan Time) Of(int pid)
    {
        long begin = Stopwatch.GetTimestamp();
        using DataTarget target = DataTarget.AttachToProcess(pid, suspend: true);
        using ClrRuntime runtime = target.ClrVersions[0].CreateRuntime();
        HashSet<ulong> marked = [];
        Stack<ClrObject> waiting = [];
        foreach (ClrRoot root in runtime.Heap.EnumerateRoots())
        {
            if (marked.Add(root.Object.Address))
                waiting.Push(root.Object);
        }

        while (waiting.TryPop(out ClrObject item))
        {
            foreach (ClrObject reference in item.EnumerateReferences(carefully: false, considerDependantHandles: true))
            {
                if (marked.Add(reference.Address))
                    waiting.Push(reference);
            }
        }

        return (marked.Count, Stopwatch.GetElapsedTime(begin));
    }
}
