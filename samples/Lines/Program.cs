// Spends processor time in lines of a method, as long as asked for in milliseconds, and writes into a file for each how much it was by the clock of the thread:
// a line that calls a method, a loop of its own, a line that calls a method which is inlined, and one of an async method.
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Lines;

internal static partial class Program
{
    private const int ThreadCpuTime = 3;
    private const long NsPerSecond = 1_000_000_000;
    private const int Steps = 100_000;

    private static readonly Dictionary<string, (int Line, long CpuNs)> s_facts = [];
    private static ulong s_sink;

    private static async Task<int> Main(string[] args)
    {
        long untilNs = Now() + (long.Parse(args[0], CultureInfo.InvariantCulture) * 1_000_000);
        while (Now() < untilNs)
        {
            Work();
            await LaterAsync().ConfigureAwait(false);
        }

        string facts = string.Join(',', s_facts.Select(static fact => $"\"{fact.Key}\":{{\"line\":{fact.Value.Line},\"cpu_ns\":{fact.Value.CpuNs}}}"));
        await File.WriteAllTextAsync(args[1], $"{{\"pid\":{Environment.ProcessId},{facts}}}").ConfigureAwait(false);
        return 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Work()
    {
        ulong value = s_sink;
        long start = Now();
        value = Called(value);
        start = Told("call", Line() - 1, start);
        for (int i = 0; i < 4 * Steps; i++)
        {
            value = (value * 6364136223846793005) + 1442695040888963407;
        }

        start = Told("loop", Line() - 3, start);
        value = Inlined(value);
        Told("inlined", Line() - 1, start);
        s_sink = value;
    }

    private static async Task LaterAsync()
    {
        await Task.CompletedTask.ConfigureAwait(false);
        long start = Now();
        s_sink = Called(s_sink);
        Told("async", Line() - 1, start);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong Called(ulong value)
    {
        for (int i = 0; i < 8 * Steps; i++)
            value = (value * 6364136223846793005) + 1442695040888963407;
        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Inlined(ulong value)
    {
        for (int i = 0; i < 2 * Steps; i++)
            value = (value * 2862933555777941757) + 3037000493;
        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Told(string name, int line, long start)
    {
        long now = Now();
        ref (int Line, long CpuNs) fact = ref CollectionsMarshal.GetValueRefOrAddDefault(s_facts, name, out _);
        fact = (line, fact.CpuNs + now - start);
        return Now();
    }

    private static int Line([CallerLineNumber] int line = 0) => line;

    private static unsafe long Now()
    {
        TimeSpec time;
        _ = GetTime(ThreadCpuTime, &time);
        return (time.Seconds * NsPerSecond) + time.Nanoseconds;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static unsafe partial int GetTime(int clock, TimeSpec* time);
}
