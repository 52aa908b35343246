using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Frames;

/// <summary>Threads that wait again and again, each in one way that blocks. The method that waits has the name of its thread. What follows a wait keeps its call from being a jump.</summary>
internal static partial class Blocking
{
    private const int BetweenMs = 4;

    private static readonly Lock s_lock = new();
    private static readonly object s_monitor = new();
    private static readonly SemaphoreSlim s_semaphore = new(0);
    private static readonly AutoResetEvent s_handle = new(false);
    private static readonly Socket s_listener = Listening();
    private static readonly List<Action> s_wakings = [];

    /// <summary>Starts them all.</summary>
    public static void Start()
    {
        (Socket first, Socket second) = Pair();
        (Socket polled, Socket other) = Pair();
        FileStream file = new(Path.GetTempFileName(), FileMode.Create, FileAccess.ReadWrite, FileShare.None, 1, FileOptions.DeleteOnClose);
        byte[] one = new byte[1];

        Run(BySleep);
        Run(ByUsleep);
        Run(ByPoll);
        Run(BySemaphore, static () => s_semaphore.Release());
        Run(ByHandle, static () => s_handle.Set());
        Run(ByTask);
        Run(ByMonitor);
        Run(ByLock);
        Run(() => ByReceive(first), () => second.Send(one), nameof(ByReceive));
        Run(() => BySocketPoll(polled), () => other.Send(one), nameof(BySocketPoll));
        Run(() => ByFlush(file), null, nameof(ByFlush));
        Run(ByProcess);
        new Thread(Wake) { IsBackground = true, Name = "wakes" }.Start();
        new Thread(Hold) { IsBackground = true, Name = "holds" }.Start();
    }

    private static void Run(Action wait) => Run(wait, null, wait.Method.Name);

    private static void Run(Action wait, Action wake) => Run(wait, wake, wait.Method.Name);

    private static void Run(Action wait, Action? wake, string name)
    {
        if (wake is not null)
            s_wakings.Add(wake);
        new Thread(() => For(wait)) { IsBackground = true, Name = name }.Start();
    }

    private static void For(Action wait)
    {
        while (true)
            wait();
    }

    private static void Wake()
    {
        while (true)
        {
            Thread.Sleep(BetweenMs);
            foreach (Action wake in s_wakings)
                wake();
        }
    }

    private static void Hold()
    {
        while (true)
        {
            lock (s_monitor)
                Thread.Sleep(BetweenMs);
            lock (s_lock)
                Thread.Sleep(BetweenMs);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void BySleep()
    {
        Thread.Sleep(BetweenMs);
        GC.KeepAlive(s_handle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByUsleep()
    {
        _ = Usleep(BetweenMs * 1000);
        GC.KeepAlive(s_handle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByPoll()
    {
        _ = Poll(0, 0, BetweenMs);
        GC.KeepAlive(s_handle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void BySemaphore()
    {
        s_semaphore.Wait();
        GC.KeepAlive(s_handle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByHandle()
    {
        s_handle.WaitOne();
        GC.KeepAlive(s_handle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByTask()
    {
        Task.Delay(BetweenMs).Wait();
        GC.KeepAlive(s_handle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByMonitor()
    {
        Monitor.Enter(s_monitor);
        Monitor.Exit(s_monitor);
        Thread.Yield();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByLock()
    {
        s_lock.Enter();
        s_lock.Exit();
        Thread.Yield();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByReceive(Socket socket)
    {
        _ = socket.Receive(new byte[1]);
        GC.KeepAlive(socket);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void BySocketPoll(Socket socket)
    {
        if (socket.Poll(TimeSpan.FromSeconds(1), SelectMode.SelectRead))
            _ = socket.Receive(new byte[1]);
    }

    /// <summary>Waits for the disk.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByFlush(FileStream file)
    {
        file.SetLength(0);
        file.Write(new byte[4096]);
        file.Flush(flushToDisk: true);
        GC.KeepAlive(file);
    }

    /// <summary>Waits uninterruptibly until the program that it starts has begun, and then for its end.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ByProcess()
    {
        using Process process = Process.Start("true");
        Thread.Sleep(BetweenMs);
    }

    private static Socket Listening()
    {
        Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        return listener;
    }

    private static (Socket First, Socket Second) Pair()
    {
        Socket first = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        first.Connect(s_listener.LocalEndPoint!);
        return (first, s_listener.Accept());
    }

    [DllImport("libc", EntryPoint = "usleep")]
    private static extern int Usleep(uint microseconds);

    [DllImport("libc", EntryPoint = "poll")]
    private static extern int Poll(nint none, nuint count, int milliseconds);
}

#if !NET9_0_OR_GREATER
/// <summary>.NET 8 has none.</summary>
internal sealed class Lock
{
    public void Enter() => Monitor.Enter(this);

    public void Exit() => Monitor.Exit(this);
}
#endif
