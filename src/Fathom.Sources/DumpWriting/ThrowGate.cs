using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// Holds the threads of a program that throw, before any handler of the program runs: a start-up hook inside of the program tells each throw over a socket and
/// waits for the answer. When this process is gone, the socket closes and the program goes on; a hook that comes to be loaded only then finds nobody and does nothing.
/// </summary>
public sealed class ThrowGate : IDisposable
{
    private const int MaxTextBytes = 16 * 1024;

    private static readonly TimeSpan s_answerLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(100);

    private readonly HookFolder _folder;
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly ThrowSeen _thrown;
    private readonly ManualResetEventSlim _connected = new(false);
    private readonly AutoResetEvent _release = new(false);
    private readonly Lock _accepting = new();
    private Socket? _program;
    private Socket? _end;
    private int _processId;
    private bool _hasCome;
    private volatile bool _isClosed;

    /// <summary>Opens the gate; nobody passes it yet.</summary>
    /// <param name="thrown">Asked about each throw: whether its thread is held until <see cref="Release"/>.</param>
    /// <exception cref="FathomException">The hook is missing beside this program.</exception>
    public ThrowGate(ThrowSeen thrown)
    {
        _thrown = thrown;
        string hook = Path.Combine(AppContext.BaseDirectory, HookFolder.HookName);
        if (!File.Exists(hook))
            throw FathomException.NotPossible($"'{HookFolder.HookName}' is missing next to fathom, so nothing can wait inside the program.", "install fathom again");
        _folder = HookFolder.Create(hook);
        try
        {
            _listener.Bind(new UnixDomainSocketEndPoint(_folder.SocketPath));
            _listener.Listen(2);
            OpenToOthers();
        }
        catch
        {
            Close();
            throw;
        }
    }

    /// <summary>The hook, for <c>DOTNET_STARTUP_HOOKS</c> of a program that is about to be started with it.</summary>
    public string HookForLaunched()
    {
        _folder.KeepForLaunched();
        return _folder.HookPath;
    }

    /// <summary>Puts the hook into a program that runs, by its diagnostic port.</summary>
    /// <param name="processId">The program.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">Its runtime takes no hook while it runs, or does not answer.</exception>
    public void Enter(int processId, CancellationToken stop)
    {
        RuntimePort port = new(processId);

        // A hook that was asked for by a Fathom that is gone is loaded before this answers.
        port.Settle(RuntimePort.UsualLimit, stop);

        // A runtime that is told to load it before it can load anything ends its program.
        if (StartingRuntime.IsYoung(processId))
            StartingRuntime.Wait(processId, loadsLibraries: true);
        if (LoadedHook.Find(processId) is { } earlier)
            MoveTo(processId, earlier);
        BeginToListen(processId);
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(s_answerLimit);
        try
        {
            port.Ask(RuntimeCommand.ApplyStartupHook, RuntimePort.Text(_folder.HookPath), RuntimePort.UsualLimit, () => _folder.Keep(processId), limit.Token);
        }
        catch (RuntimeRefusal e)
        {
            _folder.LetGo();
            throw FathomException.NotPossible(
                $"The runtime of process {processId} accepts no hook while it runs: {e.Message}.",
                ".NET 8 and later do, unless DOTNET_EnableDiagnostics=0 is set; or start the program with the hook: fathom dump --before-handlers -- PROGRAM");
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw NotAnswered(processId);
        }

        if (!TryWaitForHook(processId, stop))
            throw TargetErrors.Gone(processId);
    }

    /// <summary>Waits until the hook of a program that was started with it has answered.</summary>
    /// <param name="processId">The program.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>Whether it has; false where the program has ended before.</returns>
    /// <exception cref="FathomException">It runs, and its hook does not answer.</exception>
    public bool TryWait(int processId, CancellationToken stop)
    {
        BeginToListen(processId);
        return TryWaitForHook(processId, stop);
    }

    /// <summary>Lets the held thread go on.</summary>
    public void Release() => _release.Set();

    /// <summary>Asks the program no more; the hook removes its handler. The file of the hook stays until this is disposed of.</summary>
    public void LetGo()
    {
        _release.Set();
        _program?.Dispose();
        _end?.Dispose();
    }

    /// <summary>Closes the gate: the program goes on and is not asked again.</summary>
    public void Dispose() => Close();

    private static FathomException NotAnswered(int processId) => FathomException.NotPossible(
        $"The hook in process {processId} has not answered within {s_answerLimit.TotalSeconds:0} s.", "the program may be in a container, from where fathom's files are not seen; start fathom there");

    private void BeginToListen(int processId)
    {
        _processId = processId;
        new Thread(Listen) { IsBackground = true, Name = "fathom throws" }.Start();
    }

    private bool TryWaitForHook(int processId, CancellationToken stop)
    {
        for (long start = Stopwatch.GetTimestamp(); !_connected.Wait(s_look, stop);)
        {
            if (EndingProcess.Is(processId))
                return false;
            if (Stopwatch.GetElapsedTime(start) > s_answerLimit)
                throw NotAnswered(processId);
        }

        return true;
    }

    private void Close()
    {
        if (_isClosed)
            return;
        _isClosed = true;
        LetGo();
        _folder.Close(HasCome, _listener);
    }

    // Whether the hook has connected, also when nobody has looked at that yet.
    private bool HasCome()
    {
        lock (_accepting)
        {
            while (!_hasCome && _listener.Poll(TimeSpan.Zero, SelectMode.SelectRead))
                TryAccept()?.Dispose();
            return _hasCome;
        }
    }

    // A hook stays loaded, and the runtime loads no second one; it looks for the socket where it was itself then.
    private void MoveTo(int processId, string folder)
    {
        try
        {
            _folder.MoveTo(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target(
                $"Another Fathom waits for throws of process {processId} already, or '{folder}' is in the way: {e.Message}", "wait for its end; when none runs, remove that folder", e);
        }
    }

    private void Listen()
    {
        try
        {
            _program = Accept();
            _end = Accept();
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
        finally
        {
            // Whatever it told last: where nobody listens any more, no thread of it may wait.
            _program?.Dispose();
            _end?.Dispose();
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

    private Socket Accept()
    {
        while (true)
        {
            if (!_listener.Poll(s_look, SelectMode.SelectRead))
                continue;
            lock (_accepting)
            {
                ObjectDisposedException.ThrowIf(_isClosed, this);
                if (TryAccept() is { } socket)
                    return socket;
            }
        }
    }

    // Null when it was somebody else.
    private Socket? TryAccept()
    {
        Socket socket = _listener.Accept();
        if (PeerOf(socket) == _processId)
        {
            _hasCome = true;
            return socket;
        }

        socket.Dispose();
        return null;
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
    private void OpenToOthers()
    {
        if (OperatingSystem.IsWindows())
            return;
        const UnixFileMode read = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
        const UnixFileMode write = UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        File.SetUnixFileMode(_folder.FullName, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        File.SetUnixFileMode(_folder.HookPath, read | UnixFileMode.UserWrite);
        File.SetUnixFileMode(_folder.SocketPath, read | write);
    }
}
