using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;

namespace Events;

/// <summary>Waits of each kind, each measured by the thread that waits: a thread for each kind, which the initial one lets go on after 40 ms.</summary>
internal static partial class KnownWaits
{
    private const int Milliseconds = 40;
    private const int OwnerReadsAndWrites = 384;
    private const int ClockOfThread = 3;

    /// <summary>Waits, and tells of each wait: kind, number of the thread, begin and end on CLOCK_MONOTONIC, and the processor time of the thread in between; nanoseconds.</summary>
    public static string Run(int count)
    {
        StringBuilder told = new();
        object gate = new();
        using SemaphoreSlim semaphore = new(0);
        TaskCompletionSource task = new();
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        using TcpClient near = new(IPAddress.Loopback.ToString(), ((IPEndPoint)listener.LocalEndpoint).Port), far = listener.AcceptTcpClient();
        string path = Path.Combine(Path.GetTempPath(), $"fathom-waits-{Environment.ProcessId}");
        if (MakePipe(path, OwnerReadsAndWrites) != 0)
            throw new IOException($"'{path}' cannot be made.");
        using FileStream file = new(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        File.Delete(path);

        Each(told, "sleep", count, null, static () => Thread.Sleep(Milliseconds), null);
        Each(told, "monitor", count, () => Monitor.Enter(gate), () => { lock (gate) GC.KeepAlive(gate); }, () => Monitor.Exit(gate));
#if NET9_0_OR_GREATER
        Lock own = new();
        Each(told, "lock", count, own.Enter, () => { lock (own) GC.KeepAlive(null); }, own.Exit);
#endif
        Each(told, "semaphore", count, null, semaphore.Wait, () => semaphore.Release());
        Each(told, "task", count, () => task = new TaskCompletionSource(), () => task.Task.Wait(), () => task.SetResult());
        Each(told, "socket", count, null, () => near.GetStream().ReadByte(), () => far.GetStream().WriteByte(1));
        Each(told, "file", count, null, () => file.ReadByte(), () => file.WriteByte(1));
        return told.ToString().TrimEnd(';');
    }

    private static void Each(StringBuilder told, string kind, int count, Action? hold, Action wait, Action? release)
    {
        using SemaphoreSlim go = new(0), ready = new(0), done = new(0);
        Thread thread = new(() =>
        {
            for (int i = 0; i < count; i++)
            {
                go.Wait();
                ready.Release();
                long start = Stopwatch.GetTimestamp(), ran = ProcessorNs();
                wait();
                ran = ProcessorNs() - ran;
                told.Append(CultureInfo.InvariantCulture, $"{kind} {ThreadNumber()} {start} {Stopwatch.GetTimestamp()} {ran};");
                done.Release();
            }
        });
        thread.Start();
        for (int i = 0; i < count; i++)
        {
            hold?.Invoke();
            go.Release();
            ready.Wait();
            Thread.Sleep(Milliseconds);
            release?.Invoke();
            done.Wait();
        }

        thread.Join();
    }

    private static long ProcessorNs() =>
        Clock(ClockOfThread, out Span at) == 0 ? (at.Seconds * 1_000_000_000) + at.Nanoseconds : throw new InvalidOperationException("the thread has no clock");

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int Clock(int clock, out Span at);

    [LibraryImport("libc", EntryPoint = "gettid")]
    private static partial int ThreadNumber();

    [LibraryImport("libc", EntryPoint = "mkfifo", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MakePipe(string path, int mode);

    private struct Span
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
