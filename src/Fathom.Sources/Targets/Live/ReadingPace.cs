using System.Diagnostics;
using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// How many times as long as on a quiet machine it takes to read another process, now. What stops a process to read it calls <c>process_vm_readv</c> again and again: 7,000 times for each thread in
/// a dump writer. So many such calls are made for a moment on the running process, and what one takes is compared. The time without a processor counts: whoever reads for long has that too.
/// </summary>
internal static unsafe class ReadingPace
{
    // A call of 64 bytes on a quiet small cloud machine. Caches and a hypervisor that others use make it three times as dear.
    private const double QuietNs = 600;
    private const int CallsAtOnce = 200;
    private const int Bytes = 64;
    private const double Most = 30;

    // As much as several slices of the scheduler; a shorter burst runs on what a thread has saved while it slept.
    private static readonly TimeSpan s_cpu = TimeSpan.FromMilliseconds(30);
    private static readonly TimeSpan s_longest = TimeSpan.FromMilliseconds(250);

    /// <summary>Measures without a stop; that of a quiet machine where it cannot be measured.</summary>
    /// <param name="processId">The process that will be read.</param>
    public static Pace Of(int processId)
    {
        ulong address = EndOfStack(processId) - Bytes;
        long start = Stopwatch.GetTimestamp(), cpu = ClockCalls.ThreadCpuNs();
        long calls = 0;
        for (int done = CallsAtOnce; done == CallsAtOnce && Stopwatch.GetElapsedTime(start) < s_longest && ClockCalls.ThreadCpuNs() - cpu < s_cpu.TotalNanoseconds; calls += done)
            done = Read(processId, address);
        return calls == 0 ? Pace.Quiet : Of(Stopwatch.GetElapsedTime(start).TotalNanoseconds / calls, (ClockCalls.ThreadCpuNs() - cpu) / (double)calls);
    }

    /// <summary>
    /// The same from what was measured. Processor time counts in full. The time without a processor is that of a moment, and the load changes: with 2 to 20 others on two processors, dumps of 0.6 s
    /// to 37 s and stops of 0.1 s to 2.5 s took as many times as long as its square root says. Calls are twice as dear on one quiet machine as on another, and what computes between them is not: so
    /// of such work the square root of that counts too.
    /// </summary>
    /// <param name="callNs">How long a call took.</param>
    /// <param name="cpuNs">Its processor time; 0 where that is not known.</param>
    internal static Pace Of(double callNs, double cpuNs)
    {
        double dearness = Math.Max(1, (cpuNs > 0 ? cpuNs : callNs) / QuietNs), waiting = cpuNs > 0 ? Math.Sqrt(Math.Max(1, callNs / cpuNs)) : 1;
        return new Pace(Math.Min(dearness * waiting, Most), Math.Min(Math.Sqrt(dearness) * waiting, Most));
    }

    private static int Read(int processId, ulong address)
    {
        byte* buffer = stackalloc byte[Bytes];
        TraceCalls.IoVector local = new() { Base = buffer, Length = Bytes };
        TraceCalls.IoVector remote = new() { Base = (void*)address, Length = Bytes };
        int done = 0;
        while (done < CallsAtOnce && TraceCalls.ProcessVmReadv(processId, &local, 1, &remote, 1, 0) > 0)
            done++;
        return done;
    }

    // The kernel has put the arguments there, so the page is resident.
    private static ulong EndOfStack(int processId)
    {
        try
        {
            string? line = File.ReadLines($"/proc/{processId}/maps").FirstOrDefault(static line => line.EndsWith("[stack]", StringComparison.Ordinal));
            int dash = line?.IndexOf('-', StringComparison.Ordinal) ?? -1;
            return dash < 0 ? 0 : ulong.Parse(line.AsSpan(dash + 1, line!.IndexOf(' ', StringComparison.Ordinal) - dash - 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }
}
