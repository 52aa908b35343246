using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// Holds the threads of a program that throw, before any handler of the program runs: a start-up hook inside of the program tells each throw over a socket and
/// waits for the answer. When this process is gone, the socket closes and the program goes on.
/// </summary>
public sealed class ThrowGate : IDisposable
{
    private const string HookName = "Fathom.StartupHook.dll";
    private const string SocketName = "socket";
    private const int MaxTextBytes = 16 * 1024;

    private DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-hook-");
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly ThrowSeen _thrown;
    private readonly ManualResetEventSlim _connected = new(false);
    private readonly AutoResetEvent _release = new(false);
    private Socket? _program;
    private Socket? _end;
    private volatile bool _isClosed;

    /// <summary>Opens the gate; nobody passes it yet.</summary>
    /// <param name="thrown">Asked about each throw: whether its thread is held until <see cref="Release"/>.</param>
    /// <exception cref="FathomException">The hook is missing beside this program.</exception>
    public ThrowGate(ThrowSeen thrown)
    {
        _thrown = thrown;
        try
        {
            string hook = Path.Combine(AppContext.BaseDirectory, HookName);
            if (!File.Exists(hook))
                throw FathomException.NotPossible($"'{HookName}' is missing beside fathom, so nothing can wait inside of the program.", "install fathom again");
            File.Copy(hook, HookPath);
            string socket = Path.Combine(_folder.FullName, SocketName);
            _listener.Bind(new UnixDomainSocketEndPoint(socket));
            _listener.Listen(2);
            OpenToOthers(socket);
        }
        catch
        {
            Close();
            throw;
        }
    }

    /// <summary>The hook, for <c>DOTNET_STARTUP_HOOKS</c> of a program that is started with it.</summary>
    public string HookPath => Path.Combine(_folder.FullName, HookName);

    /// <summary>Puts the hook into a program that runs, by its diagnostics socket.</summary>
    /// <param name="processId">The program.</param>
    /// <param name="stop">Cancels it.</param>
    /// <exception cref="FathomException">Its runtime takes no hook while it runs.</exception>
    public void Enter(int processId, CancellationToken stop)
    {
        try
        {
            if (EarlierHook(processId) is { } earlier)
                MoveTo(processId, earlier);
            new DiagnosticsClient(processId).ApplyStartupHookAsync(HookPath, stop).GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is DiagnosticsClientException or IOException)
        {
            throw FathomException.NotPossible(
                $"The runtime of process {processId} takes no hook while it runs: {e.Message.Trim().ReplaceLineEndings(" ")}",
                ".NET 8 and later do, unless DOTNET_EnableDiagnostics=0 is set; or start the program with the hook: fathom dump --before-handlers -- PROGRAM");
        }

        Wait(processId, stop);
    }

    /// <summary>Waits until the hook of a program has answered.</summary>
    /// <param name="processId">The program.</param>
    /// <param name="stop">Cancels it.</param>
    /// <exception cref="FathomException">It does not.</exception>
    public void Wait(int processId, CancellationToken stop)
    {
        new Thread(() => Listen(processId)) { IsBackground = true, Name = "fathom throws" }.Start();
        TimeSpan limit = TimeSpan.FromSeconds(30);
        if (!_connected.Wait(limit, stop))
        {
            throw FathomException.NotPossible(
                $"The hook in process {processId} has not answered within {limit.TotalSeconds:0} s.", "the program may be in a container, from where fathom's files are not seen; start fathom there");
        }
    }

    /// <summary>Lets the held thread go on.</summary>
    public void Release() => _release.Set();

    /// <summary>Closes the gate: the program goes on and is not asked again.</summary>
    public void Dispose() => Close();

    private void Close()
    {
        if (_isClosed)
            return;
        _isClosed = true;
        _release.Set();
        _program?.Dispose();
        _end?.Dispose();
        _listener.Dispose();
        _folder.Delete(recursive: true);
    }

    // A hook stays loaded, and the runtime loads no second one; it looks for the socket where it was itself then.
    private static string? EarlierHook(int processId)
    {
        const string deleted = " (deleted)";
        string? path = File.ReadLines($"/proc/{processId}/maps").FirstOrDefault(static line => line.EndsWith("/" + HookName + deleted, StringComparison.Ordinal) || line.EndsWith("/" + HookName, StringComparison.Ordinal));
        return path is null ? null : Path.GetDirectoryName(path[path.IndexOf('/', StringComparison.Ordinal)..].Replace(deleted, "", StringComparison.Ordinal));
    }

    // A rename takes the place of nothing but an empty folder, so nobody else has put anything into this one.
    private void MoveTo(int processId, string folder)
    {
        try
        {
            if (IsLeft(Path.Combine(folder, SocketName)))
                Directory.Delete(folder, recursive: true);
            Directory.Move(_folder.FullName, folder);
            _folder = new DirectoryInfo(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target(
                $"Another Fathom waits for throws of process {processId} already, or '{folder}' is in the way: {e.Message}", "wait for its end; when none runs, remove that folder", e);
        }
    }

    // Whether a Fathom that was killed has left it: nobody listens any more.
    private static bool IsLeft(string socket)
    {
        if (!File.Exists(socket))
            return false;
        try
        {
            using Socket asking = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            asking.Connect(new UnixDomainSocketEndPoint(socket));
            return false;
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
        {
            return true;
        }
    }

    private void Listen(int processId)
    {
        try
        {
            _program = Accept(processId);
            _end = Accept(processId);
            _connected.Set();
            new Thread(TurnAway) { IsBackground = true, Name = "fathom strangers" }.Start();
            byte[] answer = [1];
            while (ReadText(_program) is { } type && ReadText(_program) is { } message)
            {
                long timestamp = Stopwatch.GetTimestamp();
                if (_thrown(type, message, timestamp) && !_isClosed)
                    _release.WaitOne();
                _program.Send(answer);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The program has ended, or the gate is closed.
            return;
        }
    }

    // A child of a program that was started with the hook has it too, and would wait at its first throw for an answer.
    private void TurnAway()
    {
        try
        {
            while (true)
                _listener.Accept().Dispose();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return;
        }
    }

    private Socket Accept(int processId)
    {
        while (true)
        {
            Socket socket = _listener.Accept();
            if (PeerOf(socket) == processId)
                return socket;
            socket.Dispose();
        }
    }

    // Its length, 4 bytes, then UTF-8. Null at the end.
    private static string? ReadText(Socket from)
    {
        byte[] length = new byte[sizeof(int)];
        if (!Fill(from, length))
            return null;
        int size = BinaryPrimitives.ReadInt32LittleEndian(length);
        if (size is < 0 or > MaxTextBytes)
            return null;
        byte[] text = new byte[size];
        return Fill(from, text) ? Encoding.UTF8.GetString(text) : null;
    }

    private static bool Fill(Socket from, Span<byte> to)
    {
        while (!to.IsEmpty)
        {
            int count = from.Receive(to);
            if (count == 0)
                return false;
            to = to[count..];
        }

        return true;
    }

    // struct ucred: process, user and group of whoever connected, as the kernel has them.
    private static int PeerOf(Socket socket)
    {
        const int socketLevel = 1, peerCredentials = 17;
        Span<byte> credentials = stackalloc byte[12];
        return socket.GetRawSocketOption(socketLevel, peerCredentials, credentials) >= sizeof(int) ? MemoryMarshal.Read<int>(credentials) : 0;
    }

    // The program may run as another user. Whoever else connects is turned away by its process number.
    private void OpenToOthers(string socket)
    {
        if (OperatingSystem.IsWindows())
            return;
        const UnixFileMode read = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
        const UnixFileMode write = UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        _folder.UnixFileMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        File.SetUnixFileMode(HookPath, read | UnixFileMode.UserWrite);
        File.SetUnixFileMode(socket, read | write);
    }
}
