using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// How many times as long as on a quiet machine it takes to read another process, now. What stops a process to read it calls <c>process_vm_readv</c> again and again: 7,000 times for each thread in
/// a dump writer. So some thousand calls tell what one costs, and the number of threads that want a processor tells how often whoever reads for long has none.
/// </summary>
internal static unsafe class ReadingPace
{
    // A call of 64 bytes on a quiet small cloud machine. Caches and a hypervisor that others use make it three times as dear.
    private const double QuietNs = 600;
    private const int Rounds = 8;
    private const int CallsOfRound = 500;
    private const int Bytes = 64;
    private const double Most = 30;

    // A round falls into one slice of the scheduler; so many fall into several.
    private static readonly TimeSpan s_between = TimeSpan.FromMilliseconds(4);

    /// <summary>Measures for some 50 ms, without a stop; 1 on a quiet machine, and where it cannot be measured.</summary>
    /// <param name="processId">The process that will be read.</param>
    public static double Of(int processId)
    {
        // Those will not run when they are stopped.
        int own = ProcessThreads.Of(processId).Count(thread => ProcessThreads.State(processId, thread) == 'R');
        ulong address = EndOfStack(processId) - Bytes;
        double cpuNs = 0, running = 0;
        int calls = 0;
        for (int round = 0; round < Rounds; round++)
        {
            running += Math.Max(1, Running() - own);
            long start = ClockCalls.ThreadCpuNs();
            int done = Read(processId, address);
            cpuNs += done == 0 ? 0 : ClockCalls.ThreadCpuNs() - start;
            calls += done;
            CancellationToken.None.WaitHandle.WaitOne(s_between);
        }

        return Of(calls == 0 ? QuietNs : cpuNs / calls, running / Rounds, Environment.ProcessorCount);
    }

    /// <summary>The same from what was measured.</summary>
    /// <param name="callNs">Processor time of one call.</param>
    /// <param name="running">Threads that want a processor, the reading one among them.</param>
    /// <param name="processors">Number of processors.</param>
    internal static double Of(double callNs, double running, int processors) => Math.Clamp(Math.Max(1, callNs / QuietNs) * Math.Max(1, running / processors), 1, Most);

    private static int Read(int processId, ulong address)
    {
        byte* buffer = stackalloc byte[Bytes];
        TraceCalls.IoVector local = new() { Base = buffer, Length = Bytes };
        TraceCalls.IoVector remote = new() { Base = (void*)address, Length = Bytes };
        int done = 0;
        while (done < CallsOfRound && TraceCalls.ProcessVmReadv(processId, &local, 1, &remote, 1, 0) > 0)
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

    private static int Running()
    {
        const string mark = "procs_running ";
        string? line = File.ReadLines("/proc/stat").FirstOrDefault(static line => line.StartsWith(mark, StringComparison.Ordinal));
        return line is not null && int.TryParse(line.AsSpan(mark.Length), CultureInfo.InvariantCulture, out int running) ? running : 1;
    }
}
