using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Ports;

/// <summary>
/// A port of ours that runtimes come to when their program starts, where its environment names it; they wait there until they are told to go on. Programs that
/// such a program starts inherit the variable and come too, so somebody must listen as long as any of them is there.
/// </summary>
/// <remarks>A runtime that comes says <c>"ADVR_V1\0", 16 bytes cookie, u64 process, u16 0</c>, takes one request, and comes again for the next.</remarks>
public sealed partial class StartPort : IDisposable
{
    /// <summary>The variable of the environment that names ports.</summary>
    public const string Variable = "DOTNET_DiagnosticPorts";

    private const int MostPathBytes = 107;
    private const int Waiting = 512;
    private const int NameBytes = 16;
    private const int GetDescriptorFlags = 1;
    private const int SetDescriptorFlags = 2;
    private const int CloseOnExec = 1;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(20);

    private readonly Socket _listener;

    // By the files that programs see; null where it could not be opened there.
    private readonly Dictionary<string, PortElsewhere?> _elsewhere = [];
    private AwaitedPrograms? _programs;

    private StartPort(Socket listener, string path) => (_listener, Path) = (listener, path);

    /// <summary>The socket; it lies in a folder of its own.</summary>
    public string Path { get; }

    /// <summary>The number of the listening socket in this process.</summary>
    public int Descriptor => (int)_listener.SafeHandle.DangerousGetHandle();

    /// <summary>Opens one.</summary>
    /// <exception cref="FathomException">The temporary folder takes no socket.</exception>
    public static StartPort Open()
    {
        Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        string? folder = null;
        try
        {
            folder = Folder();
            string path = System.IO.Path.Combine(folder, Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(NameBytes)));
            listener.Bind(new UnixDomainSocketEndPoint(path));
            listener.Listen(Waiting);
            OpenToOthers(folder, path);
            return new StartPort(listener, path);
        }
        catch (Exception e) when (e is SocketException or IOException or UnauthorizedAccessException)
        {
            listener.Dispose();
            if (folder is not null)
                Directory.Delete(folder, recursive: true);
            throw FathomException.Target(
                $"No socket can be made in '{TemporaryFolder.Path}': {e.Message.TrimEnd('.')}.",
                "name a folder of yours: TMPDIR=FOLDER",
                e);
        }
    }

    /// <summary>Takes over one that another process of Fathom has opened.</summary>
    /// <param name="descriptor">Number of the listening socket in this process.</param>
    /// <param name="path">The socket.</param>
    public static StartPort Inherited(int descriptor, string path) => new(new Socket(new SafeSocketHandle(descriptor, ownsHandle: true)), path);

    /// <summary>What the variable of a program says, so that its runtime comes here as well as where it would come anyway.</summary>
    /// <param name="other">What the variable says without us; null where it is not set.</param>
    public string ValueBeside(string? other) => string.IsNullOrEmpty(other) ? $"{Path},suspend,connect" : $"{other};{Path},suspend,connect";

    /// <summary>Whether a process is there that was started with it in its environment, so that its runtime, or one that it starts, may still come.</summary>
    public bool IsAwaited() => (_programs ??= new AwaitedPrograms(Path)).Look();

    /// <summary>Whether the last look, which <see cref="OpenElsewhere"/> takes too, found such a process.</summary>
    public bool WasAwaited => _programs?.Found.Count > 0;

    /// <summary>
    /// Opens it where programs that have it in their environment see other files than we do, and closes it where none does any more. Not while another thread waits for somebody to come.
    /// </summary>
    /// <returns>Number of a program that sees a place where it cannot be opened, told once for each place; null for none.</returns>
    public int? OpenElsewhere()
    {
        _ = IsAwaited();
        int? without = null;
        HashSet<string> places = [];
        string? ours = SharedFiles.Own;
        foreach (ProcessInstance program in _programs!.Found)
        {
            if (SharedFiles.PlaceOf(program.ProcessId) is not { } place || place == ours || !places.Add(place) || _elsewhere.ContainsKey(place))
                continue;
            PortElsewhere? opened = PortElsewhere.TryOpen(program.ProcessId, Path);
            _elsewhere.Add(place, opened);
            without = opened is null ? program.ProcessId : without;
        }

        foreach ((string place, PortElsewhere? port) in _elsewhere.Where(one => !places.Contains(one.Key)).ToArray())
        {
            port?.Dispose();
            _elsewhere.Remove(place);
        }

        return without;
    }

    /// <summary>Waits for somebody to come.</summary>
    /// <param name="limit">How long.</param>
    /// <returns>The connection, for <see cref="StartedRuntime.Meet"/>; null where nobody came.</returns>
    /// <exception cref="ObjectDisposedException">This was disposed of.</exception>
    public Socket? Accept(TimeSpan limit)
    {
        try
        {
            if (_elsewhere.Count == 0)
                return _listener.Poll(limit, SelectMode.SelectRead) ? _listener.Accept() : null;
            List<Socket> asked = [_listener, .. _elsewhere.Values.OfType<PortElsewhere>().Select(static port => port.Listener)];
            Socket.Select(asked, null, null, limit);
            return asked.Count > 0 ? asked[0].Accept() : null;
        }
        catch (SocketException)
        {
            // Who came is gone again, or there is no room for its descriptor; others wait on, and it may be so for a while.
            CancellationToken.None.WaitHandle.WaitOne(s_pause);
            return null;
        }
    }

    /// <summary>Lets a process that is started now have the listening socket too, or no longer.</summary>
    public void Share(bool isShared)
    {
        int flags = Control(Descriptor, GetDescriptorFlags, 0);
        _ = Control(Descriptor, SetDescriptorFlags, isShared ? flags & ~CloseOnExec : flags | CloseOnExec);
    }

    /// <summary>Removes the socket and its folder: nobody may come any more.</summary>
    public void Remove()
    {
        foreach (PortElsewhere? port in _elsewhere.Values)
            port?.Dispose();
        _elsewhere.Clear();
        try
        {
            Directory.Delete(System.IO.Path.GetDirectoryName(Path)!, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Somebody removed it before.
            return;
        }
    }

    /// <summary>Listens no longer. The socket stays where it is, for who has inherited it.</summary>
    public void Dispose()
    {
        foreach (PortElsewhere? port in _elsewhere.Values)
            port?.Close(isLeft: true);
        _elsewhere.Clear();
        _listener.Dispose();
    }

    // The variable has commas and semicolons between its parts, and an address of a socket is short.
    private static string Folder()
    {
        string folder = TemporaryFolder.Make("fathom-");
        if (folder.AsSpan().IndexOfAny(',', ';') < 0 && Encoding.UTF8.GetByteCount(folder) + 1 + (2 * NameBytes) <= MostPathBytes)
            return folder;
        Directory.Delete(folder);
        folder = $"/tmp/fathom-{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(NameBytes / 2))}";
        if (!OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return folder;
    }

    // A program may become another user. Nobody else knows the name: it cannot be listed, and stands in the environment of programs only.
    private static void OpenToOthers(string folder, string path)
    {
        if (OperatingSystem.IsWindows())
            return;
        const UnixFileMode read = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
        const UnixFileMode write = UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        File.SetUnixFileMode(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        File.SetUnixFileMode(path, read | write);
    }

    [LibraryImport("libc", EntryPoint = "fcntl")]
    private static partial int Control(int descriptor, int command, int flags);
}
