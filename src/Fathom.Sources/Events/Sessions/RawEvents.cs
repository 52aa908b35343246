using System.Net.Sockets;
using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Sources.Events.Sessions;

/// <summary>
/// Runtime events of a running process as the runtime sends them (nettrace), for who keeps them as they are. The target is never stopped. When this process ends in
/// any way, the runtime sees its connection close and ends the session by itself.
/// </summary>
public sealed unsafe partial class RawEvents : IDisposable
{
    private const int SetFlags = 4;
    private const int InterruptedCall = 4;

    private static readonly TimeSpan s_afterReading = TimeSpan.FromSeconds(1);

    private readonly int _processId;
    private readonly Socket _socket;
    private readonly byte[] _sessionId;

    private RawEvents(int processId, Socket socket, byte[] sessionId, bool isReduced)
    {
        (_processId, _socket, _sessionId) = (processId, socket, sessionId);
        IsReduced = isReduced;
        // It was opened with a time limit, as one that does not block. Waiting through a task for each read would cost more than the read.
        _ = Control(socket.SafeHandle, SetFlags, 0);
    }

    /// <summary>Whether the runtime is older than .NET 10, so that events at level verbose of providers that leave some out are missing.</summary>
    public bool IsReduced { get; }

    /// <summary>Starts it. When this returns, events are on. It blocks the thread.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="options">What is asked for.</param>
    /// <param name="stop">Gives up.</param>
    /// <exception cref="FathomException">The process gives no events.</exception>
    public static RawEvents Open(int processId, RawEventsOptions options, CancellationToken stop)
    {
        RuntimePort port = new(processId);
        using CancellationTokenSource due = CancellationTokenSource.CreateLinkedTokenSource(stop);
        // One that does not read the request is told by the port; this is for one that reads it and does not answer.
        due.CancelAfter(options.StartLimit + s_afterReading);
        RuntimeRefusal? last = null;
        foreach (RawEventsRequest request in RawEventsRequest.Of(options))
        {
            try
            {
                Socket socket = port.Begin(request.Command, request.Content, options.StartLimit, null, due.Token, out byte[] session);
                return new RawEvents(processId, socket, session, request.IsReduced);
            }
            catch (RuntimeRefusal refusal)
            {
                last = refusal;
                if (!refusal.IsUnknownCommand)
                    break;
            }
            catch (OperationCanceledException) when (!stop.IsCancellationRequested)
            {
                throw RuntimePortErrors.NotStarting(processId, options.StartLimit);
            }
        }

        if (options is { WithStacks: false, OlderMayTakeStacks: false } && last!.IsUnknownCommand)
            throw FathomException.NotPossible($"The runtime of process {processId} cannot send events without stacks.", "runtimes since .NET 8 can");
        throw FathomException.Target(
            $"The runtime of process {processId} refuses an event session: {last!.Message}.", "runtimes since .NET Core 3.0 have them; one takes 64 sessions at most");
    }

    /// <summary>Waits for bytes and takes them.</summary>
    /// <returns>How many; 0 when the runtime has sent all, or the process has ended.</returns>
    /// <exception cref="IOException">The connection broke.</exception>
    /// <exception cref="ObjectDisposedException">This was disposed of.</exception>
    public int Read(Span<byte> buffer)
    {
        fixed (byte* bytes = buffer)
        {
            nint count;
            while ((count = Receive(_socket.SafeHandle, bytes, buffer.Length, 0)) < 0)
            {
                if (Marshal.GetLastPInvokeError() is var error && error != InterruptedCall)
                    throw new IOException(Marshal.GetPInvokeErrorMessage(error));
            }

            return (int)count;
        }
    }

    /// <summary>Asks the runtime to end the session, and waits until it has sent everything: somebody must go on reading meanwhile.</summary>
    /// <param name="limit">How long it may take.</param>
    /// <exception cref="FathomException">The process has ended, or does not do it in time.</exception>
    public void Stop(TimeSpan limit)
    {
        using CancellationTokenSource due = new(limit);
        try
        {
            new RuntimePort(_processId).Ask(RuntimeCommand.StopEvents, _sessionId, limit, null, due.Token);
        }
        catch (RuntimeRefusal refusal)
        {
            throw FathomException.Target($"The runtime of process {_processId} does not know its event session any more: {refusal.Message}.", inner: refusal);
        }
        catch (OperationCanceledException)
        {
            throw FathomException.Target(EventErrors.Abandoned(_processId));
        }
    }

    /// <summary>Closes the connection; a runtime that has not ended the session does so when it writes next.</summary>
    public void Dispose()
    {
        try
        {
            // Who waits for bytes is told; closing alone would leave that thread waiting.
            _socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The other end has closed it, or it was disposed of before.
        }

        _socket.Dispose();
    }

    [LibraryImport("libc", EntryPoint = "fcntl")]
    private static partial int Control(SafeHandle file, int command, int flags);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static partial nint Receive(SafeHandle socket, byte* buffer, nint size, int flags);
}
