using System.Diagnostics;
using System.Net.Sockets;
using System.Text;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Targets.Ports;

/// <summary>
/// Asks the runtime of a process by its diagnostic port, and asks nothing of one that does not listen: the last byte of a request is held back until the runtime
/// has read all before it. What lies in the port of a process that stands still is therefore no request; when the process goes on, its runtime reads half a
/// request and the end of the connection, and drops both. This holds however this process ends.
/// </summary>
/// <remarks>A runtime reads one request after the other, so when one is answered, all that were asked before are done.</remarks>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="listenerId">The process whose socket the port must be; null for the process itself.</param>
internal sealed class RuntimePort(int processId, int? listenerId = null)
{
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_startUp = TimeSpan.FromSeconds(2);

    // How long a process may stand still by a stop that the kernel knows of; one without a reason gets the whole limit, as it may only be busy.
    private static readonly TimeSpan s_stillLimit = TimeSpan.FromSeconds(3);

    /// <summary>How long a runtime may take to begin with a request.</summary>
    public static TimeSpan UsualLimit { get; } = TimeSpan.FromSeconds(10);

    /// <summary>Sends a request and waits for its answer.</summary>
    /// <param name="command">What is asked.</param>
    /// <param name="content">The content of the request.</param>
    /// <param name="limit">How long the runtime may take to read the request. For the answer it has as long as <paramref name="stop"/> lets it.</param>
    /// <param name="asking">Called right before the last byte: from then on the runtime may do it, also when this call fails or this process ends.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>The content of the answer.</returns>
    /// <exception cref="FathomException">There is no port, or the process does not answer.</exception>
    /// <exception cref="RuntimeRefusal">The runtime does not do it.</exception>
    public byte[] Ask(RuntimeCommand command, ReadOnlySpan<byte> content, TimeSpan limit, Action? asking, CancellationToken stop)
    {
        using Socket socket = Begin(command, content, limit, asking, stop, out byte[] answer);
        return answer;
    }

    /// <summary>The same for a request whose answer more follows.</summary>
    /// <returns>The connection.</returns>
    public Socket Begin(RuntimeCommand command, ReadOnlySpan<byte> content, TimeSpan limit, Action? asking, CancellationToken stop, out byte[] answer)
    {
        long start = Stopwatch.GetTimestamp();
        Socket? socket = null;
        try
        {
            socket = Connect(start, limit, stop);
            answer = RuntimeExchange.Run(socket, command, content, () => Wait(s_look, start, limit, stop), asking, stop);
            return socket;
        }
        catch (Exception e)
        {
            socket?.Dispose();
            if (e is SocketException or IOException)
                throw RuntimePortErrors.Broken(processId, e);
            throw;
        }
    }

    /// <summary>Waits until the runtime has done all that was asked before, by anybody.</summary>
    /// <param name="limit">How long the runtime may take for it.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">There is no port, or the process does not answer.</exception>
    public void Settle(TimeSpan limit, CancellationToken stop)
    {
        using CancellationTokenSource due = CancellationTokenSource.CreateLinkedTokenSource(stop);
        due.CancelAfter(limit);
        try
        {
            Ask(RuntimeCommand.ProcessInfo, [], limit, null, due.Token);
        }
        catch (RuntimeRefusal)
        {
            // That is an answer as well.
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw RuntimePortErrors.NotAnswering(processId, limit);
        }
    }

    /// <summary>A text as a request has it: <c>u32 length with the zero, UTF-16</c>.</summary>
    public static byte[] Text(string text) => [.. BitConverter.GetBytes((uint)text.Length + 1), .. Encoding.Unicode.GetBytes(text + "\0")];

    // A program that has just been started opens its port some milliseconds later; a port that is full takes the next one when its process goes on.
    private Socket Connect(long start, TimeSpan limit, CancellationToken stop)
    {
        for (; ; Wait(s_pause, start, limit, stop))
        {
            if (RuntimePortPath.Find(processId) is not { } path)
            {
                if (TargetConditions.IsYoungerThan(processId, s_startUp))
                    continue;
                throw RuntimePortErrors.Missing(processId);
            }

            Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { Blocking = false };
            try
            {
                PortAddress.Connect(socket, path);
                socket.Blocking = true;
                CheckPeer(socket, path);
                return socket;
            }
            catch (FathomException)
            {
                socket.Dispose();
                throw;
            }
            catch (SocketException e)
            {
                socket.Dispose();
                if (e.SocketErrorCode is SocketError.AccessDenied)
                    throw RuntimePortErrors.OtherUser(processId, e);
                if (e.SocketErrorCode is not (SocketError.WouldBlock or SocketError.TryAgain or SocketError.InProgress) && !TargetConditions.IsYoungerThan(processId, s_startUp))
                    throw RuntimePortErrors.Missing(processId, e);
            }
        }
    }

    // A link in a container's folder may lead to a socket of anybody. One whose process has ended keeps its number, which the target may have now; then the target does not hold the socket.
    private void CheckPeer(Socket socket, string path)
    {
        int listener = listenerId ?? processId;
        SocketPeer peer = SocketPeer.Of(socket);
        if (peer.ProcessId != listener)
            throw RuntimePortErrors.OfOther(processId, peer.ProcessId);
        if (!IsOfUser(peer.UserId, listener) || ListeningSockets.Holds(listener, Path.GetFileName(path)) == false)
            throw RuntimePortErrors.NotHeld(processId);
    }

    // A program may have opened its port as root, and have become another user after that.
    private static bool IsOfUser(uint user, int listener) => user == 0 || ProcStatus.Of(listener)?.UserId is not { } own || own == user;

    private void Wait(TimeSpan pause, long start, TimeSpan limit, CancellationToken stop)
    {
        TimeSpan waited = Stopwatch.GetElapsedTime(start);
        if (waited > limit || (waited > s_stillLimit && TargetConditions.Of(processId) != TargetCondition.Runs))
            throw RuntimePortErrors.Silent(processId, waited);
        stop.WaitHandle.WaitOne(pause);
        stop.ThrowIfCancellationRequested();
    }
}
