using System.Diagnostics;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;

namespace Fathom.Bench.Heap;

/// <summary>Fathom's walk, through the same calls as the command: outline of the heap, walk, names of the types.</summary>
internal static class OwnWalk
{
    private static readonly TimeSpan s_deadline = TimeSpan.FromSeconds(60);

    /// <summary>Stops a process and counts; the rehearsal that the command makes before the stop is part of <see cref="HeapCount.All"/>.</summary>
    public static HeapCount Live(int pid)
    {
        long begin = Stopwatch.GetTimestamp();
        using TargetSession session = TargetSession.Open(pid);
        TypeCatalog? catalog = null;
        session.InvokeRunning(target => HeapRehearsal.Run(target, catalog = new TypeCatalog(target.Memory)), s_deadline, default).GetAwaiter().GetResult();
        (HeapReading reading, TimeSpan walk) = session.InvokeStopped(target => Read(target, catalog!), s_deadline, default).GetAwaiter().GetResult();
        return Sum(reading, walk, Stopwatch.GetElapsedTime(begin));
    }

    /// <summary>Opens a core file and counts.</summary>
    public static HeapCount Core(string file)
    {
        long begin = Stopwatch.GetTimestamp();
        using CoreTarget core = CoreTarget.Open(file);
        long walk = Stopwatch.GetTimestamp();
        HeapReading reading = HeapReading.Read(core.Runtime, core.Memory, new TypeCatalog(core.Memory), mayComeBack: false, default)!;
        return Sum(reading, Stopwatch.GetElapsedTime(walk), Stopwatch.GetElapsedTime(begin));
    }

    private static (HeapReading Reading, TimeSpan Walk) Read(LiveTarget target, TypeCatalog catalog)
    {
        long walk = Stopwatch.GetTimestamp();
        HeapReading reading = HeapReading.Read(target.Runtime, target.Memory, catalog, mayComeBack: false, target.Due)
            ?? throw new InvalidOperationException("The sample was collecting garbage.");
        return (reading, Stopwatch.GetElapsedTime(walk));
    }

    private static HeapCount Sum(HeapReading reading, TimeSpan walk, TimeSpan all) =>
        new(reading.Usages.Sum(usage => usage.Count), reading.Usages.Select(usage => usage.Type).Distinct().Count(), walk, all);
}
