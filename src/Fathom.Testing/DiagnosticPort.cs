using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;

namespace Fathom.Testing;

/// <summary>An event session of this process with its own runtime, through the runtime's diagnostic port.</summary>
/// <remarks>
/// A request is <c>"DOTNET_IPC_V1\0", u16 size of all, u8 command set, u8 command, u16 0</c> and its content; the answer has the same head. To start
/// a session (2, 3): <c>u32 MB of buffer, u32 1 (nettrace), u8 rundown, u32 count</c>, for each provider <c>u64 keywords, u32 level, text name, text
/// arguments</c>; a text is <c>u32 length with the zero, UTF-16</c>. The answer holds the session's number, the stream follows. To stop (2, 1): the number.
/// </remarks>
internal sealed class DiagnosticPort : IDisposable
{
    private const byte EventPipe = 2;
    private const byte StartSession = 3;
    private const byte StopSession = 1;
    private const int HeadBytes = 20;

    private readonly Socket _socket;
    private readonly ulong _session;

    private DiagnosticPort(Socket socket, ulong session)
    {
        _socket = socket;
        _session = session;
        Stream = new NetworkStream(socket, ownsSocket: false);
    }

    /// <summary>The events.</summary>
    public Stream Stream { get; }

    /// <summary>Starts a session for one provider.</summary>
    /// <exception cref="InvalidOperationException">There is no port, or it refuses.</exception>
    public static DiagnosticPort Start(string provider, ulong keywords, uint level, uint bufferMegabytes)
    {
        List<byte> content = [.. Bytes(bufferMegabytes), .. Bytes(1), 0, .. Bytes(1), .. BitConverter.GetBytes(keywords), .. Bytes(level)];
        content.AddRange(Bytes((uint)provider.Length + 1));
        content.AddRange(Encoding.Unicode.GetBytes(provider + "\0"));
        content.AddRange(Bytes(0));
        Socket socket = Connect();
        try
        {
            return new DiagnosticPort(socket, Ask(socket, StartSession, [.. content]));
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Asks the runtime to end the session; the stream then ends by itself.</summary>
    public void Stop()
    {
        using Socket other = Connect();
        Ask(other, StopSession, BitConverter.GetBytes(_session));
    }

    public void Dispose()
    {
        Stream.Dispose();
        _socket.Dispose();
    }

    private static Socket Connect()
    {
        string folder = Path.GetTempPath();
        // A killed process with the same number can have left its port behind, and in containers that share the folder each has a number 1: the moment of the start,
        // which is part of the name, tells which is ours. Where the system does not tell it, the newest is.
        FileInfo[] ports = [.. new DirectoryInfo(folder).EnumerateFiles($"dotnet-diagnostic-{Environment.ProcessId}-*-socket")];
        FileInfo? port = Array.Find(ports, file => file.Name.EndsWith($"-{StartTicks()}-socket", StringComparison.Ordinal)) ?? ports.MaxBy(file => file.LastWriteTimeUtc);
        if (port is null)
            throw new InvalidOperationException($"this process has no diagnostic port in '{folder}'; it must run with DOTNET_EnableDiagnostics=1 (the default), on Linux or macOS.");
        Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(port.FullName));
            return socket;
        }
        catch (SocketException failure)
        {
            socket.Dispose();
            throw new InvalidOperationException($"the diagnostic port '{port.FullName}' of this process does not answer: {failure.Message}", failure);
        }
    }

    // Clock ticks from boot to the start, the 22nd field; the second one, a name in brackets, may hold anything.
    private static string? StartTicks()
    {
        const int FieldsBehindName = 19;
        if (!File.Exists("/proc/self/stat"))
            return null;
        string text = File.ReadAllText("/proc/self/stat");
        string[] fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
        return fields.Length > FieldsBehindName ? fields[FieldsBehindName] : null;
    }

    private static ulong Ask(Socket socket, byte command, byte[] content)
    {
        byte[] request = [.. "DOTNET_IPC_V1\0"u8, 0, 0, EventPipe, command, 0, 0, .. content];
        BinaryPrimitives.WriteUInt16LittleEndian(request.AsSpan(14), (ushort)request.Length);
        socket.Send(request);
        byte[] head = Receive(socket, HeadBytes);
        byte[] answer = Receive(socket, Math.Max(0, BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(14)) - HeadBytes));
        return head[17] == 0 && answer.Length >= 8
            ? BinaryPrimitives.ReadUInt64LittleEndian(answer)
            : throw new InvalidOperationException($"the runtime refuses the request: {Convert.ToHexString(answer)}.");
    }

    private static byte[] Receive(Socket socket, int count)
    {
        byte[] bytes = new byte[count];
        for (int have = 0; have < count;)
        {
            int read = socket.Receive(bytes.AsSpan(have));
            if (read == 0)
                throw new InvalidOperationException("the diagnostic port of this process closed the connection.");
            have += read;
        }

        return bytes;
    }

    private static byte[] Bytes(uint value) => BitConverter.GetBytes(value);
}
