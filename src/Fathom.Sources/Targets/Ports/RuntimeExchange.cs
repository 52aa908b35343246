using System.Buffers.Binary;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Fathom.Sources.Targets.Ports;

/// <summary>
/// One request and its answer over a connection with a runtime. The last byte of the request is held back until the runtime has read all before it, so one that
/// does not listen was asked nothing, however this process ends.
/// </summary>
/// <remarks>
/// A request is <c>"DOTNET_IPC_V1\0", u16 size of all, u8 command set, u8 command, u16 0</c> and its content; the answer has the same head, with the set 255 and
/// the command 0 (done) or 255 (an error).
/// </remarks>
internal static unsafe partial class RuntimeExchange
{
    private const int HeadBytes = 20;
    private const int SizeOffset = 14;
    private const int CommandOffset = 17;
    private const byte Done = 0;
    private const nuint UnreadBytes = 0x5411;
    private const int PollMicroseconds = 20_000;

    /// <summary>Sends a request and waits for its answer.</summary>
    /// <param name="socket">The connection.</param>
    /// <param name="command">What is asked.</param>
    /// <param name="content">The content of the request.</param>
    /// <param name="unread">Called again and again as long as the runtime has not read the request: waits a little, or throws.</param>
    /// <param name="asking">Called right before the last byte: from then on the runtime may do it, also when this call fails or this process ends.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>The content of the answer.</returns>
    /// <exception cref="RuntimeRefusal">The runtime does not do it.</exception>
    /// <exception cref="IOException">The runtime closed the connection.</exception>
    /// <exception cref="SocketException">The connection broke.</exception>
    public static byte[] Run(Socket socket, RuntimeCommand command, ReadOnlySpan<byte> content, Action unread, Action? asking, CancellationToken stop)
    {
        byte[] request = Request(command, content);
        Send(socket, request.AsSpan(0, request.Length - 1));
        while (IsUnread(socket))
            unread();
        asking?.Invoke();
        Send(socket, request.AsSpan(request.Length - 1));
        byte[] head = Receive(socket, HeadBytes, stop);
        byte[] answer = Receive(socket, Math.Max(0, BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(SizeOffset)) - HeadBytes), stop);
        return head[CommandOffset] == Done ? answer : throw RuntimeRefusal.Of(answer);
    }

    /// <summary>Receives so many bytes.</summary>
    /// <exception cref="IOException">The runtime closed the connection.</exception>
    /// <exception cref="SocketException">The connection broke.</exception>
    public static byte[] Receive(Socket socket, int count, CancellationToken stop)
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

    private static byte[] Request(RuntimeCommand command, ReadOnlySpan<byte> content)
    {
        byte[] request = [.. "DOTNET_IPC_V1\0"u8, 0, 0, (byte)((ushort)command >> 8), (byte)command, 0, 0, .. content];
        BinaryPrimitives.WriteUInt16LittleEndian(request.AsSpan(SizeOffset), checked((ushort)request.Length));
        return request;
    }

    private static void Send(Socket socket, ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
            bytes = bytes[socket.Send(bytes)..];
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
