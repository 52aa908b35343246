using System.Net.Sockets;

namespace Fathom.Sources.Targets.Ports;

/// <summary>A runtime that has come to a <see cref="StartPort"/>: one that waits at the start of its program, or one that comes again after a request.</summary>
public sealed class StartedRuntime : IDisposable
{
    private const int AdvertisementBytes = 34;
    private const int CookieOffset = 8;
    private const int CookieBytes = 16;

    private static readonly TimeSpan s_introduction = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(1);

    private readonly Socket _socket;

    private StartedRuntime(Socket socket, Guid cookie, int processId) => (_socket, Cookie, ProcessId) = (socket, cookie, processId);

    /// <summary>What tells this start of a runtime from all others.</summary>
    public Guid Cookie { get; }

    /// <summary>Number (pid) of its process, by the kernel; 0 for one that is not in our PID namespace.</summary>
    public int ProcessId { get; }

    /// <summary>Whether the connection is closed: the process has ended.</summary>
    public bool IsGone
    {
        get
        {
            try
            {
                return _socket.Poll(TimeSpan.Zero, SelectMode.SelectRead) && _socket.Available == 0;
            }
            catch (SocketException)
            {
                return true;
            }
        }
    }

    /// <summary>Lets the program start, or go on as it does where it waits for nothing.</summary>
    /// <param name="limit">How long its runtime may take.</param>
    /// <returns>Whether it has answered; one that has not comes again as long as it runs.</returns>
    public bool TryResume(TimeSpan limit)
    {
        using CancellationTokenSource due = new(limit);
        try
        {
            RuntimeExchange.Run(_socket, RuntimeCommand.Resume, [], () => Wait(due.Token), null, due.Token);
            return true;
        }
        catch (RuntimeRefusal)
        {
            // It has started.
            return true;
        }
        catch (Exception e) when (e is SocketException or IOException or OperationCanceledException)
        {
            return false;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _socket.Dispose();

    /// <summary>Lets somebody who has connected say who it is.</summary>
    /// <param name="socket">The connection.</param>
    /// <returns>Null where it is no runtime.</returns>
    public static StartedRuntime? Meet(Socket socket)
    {
        using CancellationTokenSource due = new(s_introduction);
        try
        {
            byte[] said = RuntimeExchange.Receive(socket, AdvertisementBytes, due.Token);
            if (said.AsSpan().StartsWith("ADVR_V1\0"u8))
                return new StartedRuntime(socket, new Guid(said.AsSpan(CookieOffset, CookieBytes)), SocketPeer.Of(socket).ProcessId);
        }
        catch (Exception e) when (e is SocketException or IOException or OperationCanceledException)
        {
            socket.Dispose();
            return null;
        }

        socket.Dispose();
        return null;
    }

    private static void Wait(CancellationToken due)
    {
        due.WaitHandle.WaitOne(s_look);
        due.ThrowIfCancellationRequested();
    }
}
