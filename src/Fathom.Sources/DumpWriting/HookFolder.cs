using System.Globalization;
using System.Net.Sockets;
using Fathom.Files;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Machine.Trust;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// The folder that the hook of a program and the socket beside it lie in. A runtime that was asked to load the hook and finds no file ends its program, so the file
/// stays as long as any program may still come to load it, however this process ends.
/// </summary>
/// <remarks>
/// <para>
/// <c>target</c> is written before the hook is asked for: <c>PID START</c> of a program that runs (<c>START</c> in clock ticks from boot), or <c>launched</c> for a
/// program that is started with the hook in its environment, where the children of that program have it too. Without the file nobody was asked.
/// </para>
/// <para>
/// A folder that stays is removed by the hook itself, when it is loaded and finds that nobody waits, or by a later run, when the program has ended
/// (<see cref="RemoveLeft"/>). A later run does not remove that of a program that runs: a further Fathom may be about to use it again.
/// </para>
/// </remarks>
internal sealed class HookFolder
{
    public const string HookName = "Fathom.StartupHook.dll";
    private const string SocketName = "socket";
    private const string TargetName = "target";
    private const string Launched = "launched";
    private const string Prefix = "fathom-hook-";

    // Stands before the process that was removing a folder; no name of a folder in use has it.
    private const char Going = '.';

    private static readonly string[] s_names = [HookName, SocketName, TargetName];

    // Between the making of a folder and the socket in it lie microseconds.
    private static readonly TimeSpan s_young = TimeSpan.FromMinutes(1);

    private HookFolder(string path) => FullName = path;

    /// <summary>Where it is.</summary>
    public string FullName { get; private set; }

    /// <summary>The hook.</summary>
    public string HookPath => Path.Combine(FullName, HookName);

    /// <summary>The socket that the hook asks.</summary>
    public string SocketPath => Path.Combine(FullName, SocketName);

    /// <summary>Makes one with the hook in it, and removes what earlier runs had to leave.</summary>
    /// <param name="hook">The hook that is copied.</param>
    public static HookFolder Create(string hook)
    {
        RemoveLeft(TemporaryFolder.Path);
        HookFolder folder = new(TemporaryFolder.Make(Prefix));
        File.Copy(hook, folder.HookPath);
        return folder;
    }

    /// <summary>Removes the folders of this user that no program can come to load a hook from.</summary>
    /// <param name="place">The folder they lie in.</param>
    public static void RemoveLeft(string place)
    {
        try
        {
            foreach (string path in Directory.EnumerateDirectories(place, Prefix + "*"))
            {
                if (FileOwner.IsOwn(path))
                    TryRemove(new HookFolder(path));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The place is not ours to look into; then there is nothing of ours either.
            return;
        }
    }

    /// <summary>Whether somebody listens on a socket.</summary>
    public static bool IsListening(string path)
    {
        if (!File.Exists(path))
            return false;
        try
        {
            using Socket asking = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { Blocking = false };
            asking.Connect(new UnixDomainSocketEndPoint(path));
            return true;
        }
        catch (SocketException e)
        {
            // A port that is full has somebody who listens.
            return e.SocketErrorCode is not (SocketError.ConnectionRefused or SocketError.AddressNotAvailable);
        }
    }

    /// <summary>Notes that a program is about to be asked to load the hook; it is kept from now on.</summary>
    public void Keep(int processId) => File.WriteAllText(
        Path.Combine(FullName, TargetName), string.Create(CultureInfo.InvariantCulture, $"{processId} {ProcStat.StartOf(processId) ?? throw TargetErrors.NotThere(processId)}"));

    /// <summary>Notes that a program is about to be started with the hook; it is kept from now on.</summary>
    public void KeepForLaunched() => File.WriteAllText(Path.Combine(FullName, TargetName), Launched);

    /// <summary>Takes that back: the program was not asked, or has said no.</summary>
    public void LetGo()
    {
        try
        {
            File.Delete(Path.Combine(FullName, TargetName));
        }
        catch (DirectoryNotFoundException)
        {
            // The whole folder was removed meanwhile, such as by a cleaner of temporary folders.
            return;
        }
    }

    /// <summary>
    /// Whether a folder that a program names can be one of ours: it has such a name, and nobody but root and we can have put it where it is. What a program has
    /// mapped is what its user wants us to see, and any path can be made up in a mount namespace.
    /// </summary>
    /// <param name="folder">The folder; it may be gone.</param>
    public static bool CanBeOurs(string folder) =>
        Path.GetFileName(folder).StartsWith(Prefix, StringComparison.Ordinal) && Path.GetDirectoryName(folder) is { } above && TrustWalk.IsTrustedFolder(above);

    /// <summary>Takes the place of the folder that an earlier hook of the same program came from; the socket goes with it.</summary>
    /// <param name="folder">That folder; see <see cref="CanBeOurs"/>.</param>
    /// <exception cref="IOException">It is in use, or in the way.</exception>
    public void MoveTo(string folder)
    {
        // No more than such a folder holds is removed; a rename takes the place of nothing but an empty one, so nobody else has put anything into this one.
        if (Directory.Exists(folder) && FileOwner.IsOwn(folder) && !IsListening(Path.Combine(folder, SocketName)))
        {
            foreach (string name in s_names)
                File.Delete(Path.Combine(folder, name));
            Directory.Delete(folder);
        }

        Directory.Move(FullName, folder);
        FullName = folder;
    }

    /// <summary>Removes it, or what may go of it while a program may still load the hook.</summary>
    /// <param name="hasCome">Whether the hook has come to the socket, asked when nobody can come any more.</param>
    /// <param name="listener">The socket in it, which is closed.</param>
    public void Close(Func<bool> hasCome, Socket listener)
    {
        try
        {
            bool isWanted = IsWanted();
            if (isWanted)
            {
                // A hook that has come is loaded and needs no file. One that has not will find no socket, and removes the folder itself.
                File.Delete(SocketPath);
                isWanted = IsLaunched() || !hasCome();
            }

            // Under another name first, so that nobody takes the place for free before all of it is gone.
            if (!isWanted)
            {
                string going = string.Create(CultureInfo.InvariantCulture, $"{FullName}{Going}{Environment.ProcessId}");
                Directory.Move(FullName, going);
                FullName = going;
            }

            listener.Dispose();
            if (!isWanted)
                Delete();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It was removed meanwhile; what is left is for a later run.
            listener.Dispose();
        }
    }

    private static void TryRemove(HookFolder folder)
    {
        try
        {
            if (!IsListening(folder.SocketPath) && (folder.IsGoing() || !folder.IsWanted()))
                folder.Delete();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another run does the same at this moment; the other folders are looked at all the same.
            return;
        }
    }

    private void Delete() => Directory.Delete(FullName, recursive: true);

    // Whoever gave it that name had found it unwanted; that it was killed before all of it was gone may have left no note in it.
    private bool IsGoing() => Path.GetFileName(FullName).Contains(Going, StringComparison.Ordinal);

    private bool IsLaunched() => ReadTarget() == Launched;

    private bool IsWanted() => ReadTarget() switch
    {
        null => TimeProvider.System.GetUtcNow() - Directory.GetCreationTimeUtc(FullName) < s_young && !File.Exists(SocketPath),
        Launched => new AwaitedPrograms(FullName).Look(),
        var target => target.Split(' ') is not [var pid, var start] || (int.TryParse(pid, CultureInfo.InvariantCulture, out int id) && ProcStat.StartOf(id) == start),
    };

    private string? ReadTarget()
    {
        try
        {
            return File.ReadAllText(Path.Combine(FullName, TargetName));
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
    }
}
