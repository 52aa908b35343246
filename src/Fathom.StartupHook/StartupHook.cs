using System.Net.Sockets;
using System.Runtime.ExceptionServices;
using System.Text;

/// <summary>
/// Runs inside of a program that <c>fathom dump --before-handlers</c> watches: whenever an exception is thrown, before any handler of the program sees it, the
/// throwing thread tells Fathom and waits for its answer, which comes when the dump is written. The runtime finds this type by its name, which must be
/// outside of any namespace (see "host startup hook" in the runtime's documentation).
/// </summary>
/// <remarks>
/// Fathom listens on a socket whose path is <c>socket</c> beside this assembly. Two connections are made: one for throws, and one on which nothing is ever said, whose end
/// means that Fathom has what it wanted or is gone. Then the handler is removed at once, so that a throw costs again what it did before; this assembly stays loaded,
/// as the runtime unloads none of its default context, and is used again when Fathom comes again. When Fathom has gone before, the hook does nothing but remove the
/// folder that it came from. Nothing here may throw.
/// </remarks>
internal static class StartupHook
{
    private const string SocketName = "socket";
    private const string TargetName = "target";
    private const string HooksVariable = "DOTNET_STARTUP_HOOKS";
    private const int MaxTextBytes = 16 * 1024;
    private const int WatchStackBytes = 128 * 1024;

    // A dump that takes longer is written while the program goes on.
    private const int PatienceMilliseconds = 10 * 60 * 1000;

    // An exception inside of the handler would come back to it.
    [ThreadStatic]
    private static bool s_isTelling;

    private static readonly object s_gate = new();
    private static Socket? s_fathom;
    private static Socket? s_end;

    // Whether the program was started with the hook. Then others may have been too, and need the file.
    private static bool s_isOfEnvironment;

    /// <summary>Called by the runtime, at the start of the program or when Fathom asks for it.</summary>
    public static void Initialize()
    {
        string folder = "";
        try
        {
            folder = Path.GetDirectoryName(typeof(StartupHook).Assembly.Location) ?? "";
            LeaveEnvironment();
            string path = Path.Combine(folder, SocketName);
            Socket fathom = Connect(path);
            fathom.ReceiveTimeout = PatienceMilliseconds;
            Socket end = Connect(path);
            (s_fathom, s_end) = (fathom, end);
            AppDomain.CurrentDomain.FirstChanceException += OnThrown;
            new Thread(() => WaitForEnd(end), WatchStackBytes) { IsBackground = true, Name = "fathom hook" }.Start();
        }
        catch (Exception)
        {
            // Fathom has gone before the program has come up, or this program is without sockets or threads. Whatever it is, the program must not end by it.
            Leave();
            RemoveFolder(folder);
        }
    }

    // A child of this program would load the hook too, and end where Fathom has removed it by then.
    private static void LeaveEnvironment()
    {
        string[] hooks = Environment.GetEnvironmentVariable(HooksVariable)?.Split(Path.PathSeparator) ?? [];
        string[] others = Array.FindAll(hooks, static hook => hook != typeof(StartupHook).Assembly.Location);
        if (others.Length == hooks.Length)
            return;
        s_isOfEnvironment = true;
        Environment.SetEnvironmentVariable(HooksVariable, others.Length == 0 ? null : string.Join(Path.PathSeparator, others));
    }

    // Nobody waits, so nobody else will remove it. A program of another user may not; then a later Fathom does.
    private static void RemoveFolder(string folder)
    {
        if (s_isOfEnvironment || folder.Length == 0)
            return;
        try
        {
            File.Delete(typeof(StartupHook).Assembly.Location);
            File.Delete(Path.Combine(folder, SocketName));
            File.Delete(Path.Combine(folder, TargetName));
            Directory.Delete(folder);
        }
        catch (Exception)
        {
            return;
        }
    }

    private static Socket Connect(string path)
    {
        Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(path));
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static void WaitForEnd(Socket end)
    {
        s_isTelling = true;
        try
        {
            while (end.Receive(new byte[1]) > 0)
            {
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // That is an end as well.
        }

        if (s_end == end)
            Leave();
    }

    private static void OnThrown(object? sender, FirstChanceExceptionEventArgs thrown)
    {
        if (s_isTelling || s_fathom is null)
            return;
        s_isTelling = true;
        try
        {
            // One dump at a time; threads that throw meanwhile wait too.
            lock (s_gate)
                Tell(thrown.Exception);
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            Leave();
        }
        finally
        {
            s_isTelling = false;
        }
    }

    // Two texts, each with its length in front; the answer is one byte.
    private static void Tell(Exception exception)
    {
        if (s_fathom is not { } fathom)
            return;
        byte[] type = Text(exception.GetType().FullName ?? exception.GetType().Name);
        byte[] message = Text(MessageOf(exception));
        byte[] all = new byte[8 + type.Length + message.Length];
        BitConverter.TryWriteBytes(all, type.Length);
        type.CopyTo(all, 4);
        BitConverter.TryWriteBytes(MemoryExtensions.AsSpan(all, 4 + type.Length), message.Length);
        message.CopyTo(all, 8 + type.Length);
        fathom.Send(all);
        if (fathom.Receive(new byte[1]) == 0)
            Leave();
    }

    // A message is code of the program, which may throw.
    private static string MessageOf(Exception exception)
    {
        try
        {
            return exception.Message;
        }
        catch (Exception)
        {
            return "";
        }
    }

    private static void Leave()
    {
        AppDomain.CurrentDomain.FirstChanceException -= OnThrown;
        s_fathom?.Dispose();
        s_end?.Dispose();
        (s_fathom, s_end) = (null, null);
    }

    private static byte[] Text(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        return bytes.Length <= MaxTextBytes ? bytes : bytes[..MaxTextBytes];
    }
}
