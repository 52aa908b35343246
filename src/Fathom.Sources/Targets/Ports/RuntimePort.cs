using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Targets.Ports;

/// <summary>
/// Asks the runtime of a process by its diagnostic port, and asks nothing of one that does not listen: the last byte of a request is held back until the runtime
/// has read all before it. What lies in the port of a process that stands still is therefore no request; when the process goes on, its runtime reads half a
/// request and the end of the connection, and drops both. This holds however this process ends.
/// </summary>
/// <remarks>
/// A request is <c>"DOTNET_IPC_V1\0", u16 size of all, u8 command set, u8 command, u16 0</c> and its content; the answer has the same head, with the set 255 and
/// the command 0 (done) or 255 (an error). A text is <c>u32 length with the zero, UTF-16</c>. A runtime reads one request after the other, so when one is
/// answered, all that were asked before are done.
/// </remarks>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="listenerId">The process whose socket the port must be; null for the process itself.</param>
internal sealed unsafe partial class RuntimePort(int processId, int? listenerId = null)
{
    private const int HeadBytes = 20;
    private const int SizeOffset = 14;
    private const int CommandOffset = 17;
    private const byte Done = 0;
    private const nuint UnreadBytes = 0x5411;
    private const int PollMicroseconds = 20_000;

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
        byte[] request = Request(command, content);
        long start = Stopwatch.GetTimestamp();
        try
        {
            using Socket socket = Connect(start, limit, stop);
            Send(socket, request.AsSpan(0, request.Length - 1));
            while (IsUnread(socket))
                Wait(s_look, start, limit, stop);
            asking?.Invoke();
            Send(socket, request.AsSpan(request.Length - 1));
            byte[] head = Receive(socket, HeadBytes, stop);
            byte[] answer = Receive(socket, Math.Max(0, BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(SizeOffset)) - HeadBytes), stop);
            return head[CommandOffset] == Done ? answer : throw RuntimeRefusal.Of(answer);
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            throw RuntimePortErrors.Broken(processId, e);
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

    /// <summary>A text as a request has it.</summary>
    public static byte[] Text(string text) => [.. BitConverter.GetBytes((uint)text.Length + 1), .. Encoding.Unicode.GetBytes(text + "\0")];

    private static byte[] Request(RuntimeCommand command, ReadOnlySpan<byte> content)
    {
        byte[] request = [.. "DOTNET_IPC_V1\0"u8, 0, 0, (byte)((ushort)command >> 8), (byte)command, 0, 0, .. content];
        BinaryPrimitives.WriteUInt16LittleEndian(request.AsSpan(SizeOffset), checked((ushort)request.Length));
        return request;
    }

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
                socket.Connect(new UnixDomainSocketEndPoint(path));
                socket.Blocking = true;
                // A link in a container's folder may lead to a socket of anybody.
                if (SocketPeer.ProcessOf(socket) is var peer && peer != (listenerId ?? processId))
                {
                    socket.Dispose();
                    throw RuntimePortErrors.OfOther(processId, peer);
                }

                return socket;
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

    private void Wait(TimeSpan pause, long start, TimeSpan limit, CancellationToken stop)
    {
        TimeSpan waited = Stopwatch.GetElapsedTime(start);
        if (waited > limit || (waited > s_stillLimit && TargetConditions.Of(processId) != TargetCondition.Runs))
            throw RuntimePortErrors.Silent(processId, waited);
        stop.WaitHandle.WaitOne(pause);
        stop.ThrowIfCancellationRequested();
    }

    private static void Send(Socket socket, ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
            bytes = bytes[socket.Send(bytes)..];
    }

    private static byte[] Receive(Socket socket, int count, CancellationToken stop)
    {
        byte[] bytes = new byte[count];
        for (int have = 0; have < count;)
        {
            while (!socket.Poll(PollMicroseconds, SelectMode.SelectRead))
                stop.ThrowIfCancellationRequested();
            int read = socket.Receive(bytes.AsSpan(have));
            if (read == 0)
                throw new IOException("its diagnostic port closed the connection");
            have += read;
        }

        return bytes;
    }

    // SIOCOUTQ of unix(7): what the other end has not read yet. Where the kernel does not tell, nothing can be held back.
    private static bool IsUnread(Socket socket)
    {
        int unread = 0;
        return IoControl((int)socket.SafeHandle.DangerousGetHandle(), UnreadBytes, &unread) == 0 && unread > 0;
    }

    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static partial int IoControl(int file, nuint request, int* value);
}
