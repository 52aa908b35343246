using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Fathom.Bench.Watching;

/// <summary>
/// The program that is watched. It holds memory, and every 2 ms it maps a page, touches it and unmaps it, which has to wait while somebody else holds its
/// address space. It answers each line of input with wall time, CPU time and the slowest hundredth of those calls since the line before.
/// </summary>
internal static unsafe partial class BeatingTarget
{
    private const int PageBytes = 4096;
    private const int ReadWrite = 3;
    private const int PrivateAnonymous = 0x22;

    private static readonly Lock s_gate = new();
    private static readonly List<long> s_calls = [];
    private static volatile bool s_ends;

    public static int Run(int mebibytes)
    {
        nuint bytes = (nuint)mebibytes << 20;
        byte* held = (byte*)NativeMemory.Alloc(bytes);
        NativeMemory.Fill(held, bytes, 1);
        Thread worker = new(Work) { IsBackground = true };
        worker.Start();
        Console.WriteLine("ready");
        long wall = Stopwatch.GetTimestamp();
        TimeSpan cpu = Environment.CpuUsage.TotalTime;
        while (Console.ReadLine() is not null)
        {
            long now = Stopwatch.GetTimestamp();
            TimeSpan used = Environment.CpuUsage.TotalTime;
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"{(long)Stopwatch.GetElapsedTime(wall, now).TotalNanoseconds} {(long)(used - cpu).TotalNanoseconds} {Slow()}"));
            (wall, cpu) = (now, used);
        }

        s_ends = true;
        worker.Join();
        NativeMemory.Free(held);
        return 0;
    }

    private static long Slow()
    {
        lock (s_gate)
        {
            s_calls.Sort();
            long slow = s_calls.Count == 0 ? 0 : s_calls[(int)(s_calls.Count * 0.99)];
            s_calls.Clear();
            return slow;
        }
    }

    private static void Work()
    {
        while (!s_ends)
        {
            long begin = Stopwatch.GetTimestamp();
            byte* page = (byte*)Map(0, PageBytes, ReadWrite, PrivateAnonymous, -1, 0);
            *page = 1;
            _ = Unmap((nint)page, PageBytes);
            long ns = (long)Stopwatch.GetElapsedTime(begin).TotalNanoseconds;
            lock (s_gate)
                s_calls.Add(ns);
            Thread.Sleep(2);
        }
    }

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint Map(nint address, nuint length, int protection, int flags, int file, long offset);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int Unmap(nint address, nuint length);
}
