using System.Diagnostics;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Bench.Heap;

/// <summary>The peer: ClrMD's own enumeration of objects, with the same statistics per type.</summary>
internal static class ClrMdPeer
{
    /// <summary>Attaches to a process, which stands still meanwhile, and counts.</summary>
    public static HeapCount Live(int pid) => Count(() => DataTarget.AttachToProcess(pid, suspend: true));

    /// <summary>Opens a core file and counts.</summary>
    public static HeapCount Core(string file) => Count(() => DataTarget.LoadDump(file));

    private static HeapCount Count(Func<DataTarget> open)
    {
        long begin = Stopwatch.GetTimestamp();
        using DataTarget target = open();
        using ClrRuntime runtime = target.ClrVersions[0].CreateRuntime();
        Dictionary<ClrType, (long Count, long SizeBytes)> types = [];
        long walk = Stopwatch.GetTimestamp();
        foreach (ClrObject item in runtime.Heap.EnumerateObjects())
        {
            if (item.Type is not { } type)
                continue;
            types.TryGetValue(type, out (long Count, long SizeBytes) sum);
            types[type] = (sum.Count + 1, sum.SizeBytes + (long)item.Size);
        }

        TimeSpan walked = Stopwatch.GetElapsedTime(walk);
        return new HeapCount(types.Values.Sum(sum => sum.Count), types.Count, walked, Stopwatch.GetElapsedTime(begin));
    }
}
