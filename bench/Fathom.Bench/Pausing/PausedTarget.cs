using System.Diagnostics;
using System.Globalization;

namespace Fathom.Bench.Pausing;

/// <summary>
/// The program that is paused: threads that wait, half of them for one monitor. It answers each line of input with the longest time in ns for which one of its threads did not run since the
/// line before. <c>eng/bench</c> compiles this file for older runtimes too, so it uses nothing that they lack.
/// </summary>
public static class PausedTarget
{
    private const int StackBytes = 256 << 10;

    private static readonly object s_gate = new();
    private static readonly ManualResetEvent s_end = new(initialState: false);
    private static long s_longest;

    /// <summary>Runs it until its input closes.</summary>
    /// <param name="threads">How many threads wait.</param>
    public static int Run(int threads)
    {
        new Thread(Look) { IsBackground = true, Name = "looks" }.Start();
        lock (s_gate)
        {
            Thread[] waiting = new Thread[threads];
            for (int i = 0; i < threads; i++)
            {
                waiting[i] = new Thread(i % 2 == 0 ? WaitForGate : WaitForEnd, StackBytes) { IsBackground = true, Name = string.Create(CultureInfo.InvariantCulture, $"waits-{i}") };
                waiting[i].Start();
            }

            foreach (Thread thread in waiting)
            {
                while ((thread.ThreadState & System.Threading.ThreadState.WaitSleepJoin) == 0)
                    Thread.Sleep(1);
            }

            Console.Out.WriteLine("ready");
            while (Console.In.ReadLine() is not null)
                Console.Out.WriteLine(Interlocked.Exchange(ref s_longest, 0).ToString(CultureInfo.InvariantCulture));
        }

        s_end.Set();
        return 0;
    }

    private static void WaitForGate()
    {
        lock (s_gate)
            s_end.WaitOne();
    }

    private static void WaitForEnd() => s_end.WaitOne();

    private static void Look()
    {
        long last = Stopwatch.GetTimestamp();
        while (true)
        {
            Thread.Sleep(1);
            long now = Stopwatch.GetTimestamp(), ns = (long)((now - last) * (1e9 / Stopwatch.Frequency));
            last = now;
            for (long seen = Interlocked.Read(ref s_longest); ns > seen; seen = Interlocked.Read(ref s_longest))
            {
                if (Interlocked.CompareExchange(ref s_longest, ns, seen) == seen)
                    break;
            }
        }
    }
}
