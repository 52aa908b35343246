using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// Where the runtimes of a program and of its children write when they crash: a folder for this user only beside the dumps, so that a proven one is only renamed.
/// When it is gone, a runtime that still has its name writes nothing.
/// </summary>
/// <remarks>
/// Its name, <c>.fathom-crash-PID-START-RANDOM</c>, tells a later run whose it is: <c>START</c> is that of the Fathom <c>PID</c>, in clock ticks from boot. Containers
/// that share a folder of dumps do not see each other's processes, so a Fathom that runs keeps the file <c>lock</c> in it locked besides.
/// <para>
/// The writers open their files by its path, not through a descriptor as <see cref="HelperFolder"/> has it: children of the program may be in another PID namespace or of another user, and see no
/// descriptors of Fathom. Whoever may write to the folder of the dumps can move this one away; the writer of a crash then writes where the path leads, with the rights of its program.
/// </para>
/// </remarks>
public sealed class CrashFolder : IDisposable
{
    private const string Prefix = ".fathom-crash-";
    private const string Suffix = ".core";
    private const string LockName = "lock";

    private static readonly TimeSpan s_recent = TimeSpan.FromSeconds(2);

    private readonly FileStream _lock;
    private DumpGuardProcess? _guard;

    private CrashFolder(string path, FileStream held) => (FullName, _lock) = (path, held);

    /// <summary>Where it is.</summary>
    public string FullName { get; }

    /// <summary>The name of a dump in it, as a runtime takes it.</summary>
    public string Template => $"{FullName.Replace("%", "%%", StringComparison.Ordinal)}/%p{Suffix}";

    /// <summary>Where the writer says what it does.</summary>
    public string Log => Path.Combine(FullName, "log");

    /// <summary>Makes one, and removes those of earlier runs that were killed.</summary>
    /// <param name="place">The folder of the dumps.</param>
    /// <exception cref="FathomException">It cannot be written to.</exception>
    public static CrashFolder Create(string place)
    {
        RemoveLeft(place);
        int self = Environment.ProcessId;
        string path = Path.Combine(place, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{self}-{ProcStat.StartOf(self)}-{Path.GetRandomFileName()}"));
        try
        {
            OwnFile.MakeFolder(path);
            return new CrashFolder(path, Lock(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{place}' cannot be written to: {e.Message}", "name another place with -o", e);
        }
    }

    /// <summary>The dump of a process.</summary>
    public string FileOf(int processId) => Path.Combine(FullName, string.Create(CultureInfo.InvariantCulture, $"{processId}{Suffix}"));

    /// <summary>The processes that a writer has been started for: it says so first of all, some 0.1 s and more before there is a file.</summary>
    public IReadOnlyList<int> Starting()
    {
        FileInfo log = new(Log);
        return log.Exists && TimeProvider.System.GetUtcNow() - log.LastWriteTimeUtc < s_recent ? new WriterProcess(0, Template).Starters() : [];
    }

    /// <summary>The processes that there is a file of.</summary>
    public IReadOnlyList<int> Begun() => [.. Directory.EnumerateFiles(FullName, "*" + Suffix).Select(ProcessOf).Where(static id => id > 0)];

    /// <summary>Starts the process that ends the writer and removes the folder when this process is killed, and waits until it stands guard.</summary>
    /// <param name="fathom">How this program is started.</param>
    /// <param name="processId">The program.</param>
    public void BeginGuard(IReadOnlyList<string> fathom, int processId)
    {
        _guard = DumpGuardProcess.Start(fathom, processId, Template, new DumpLeftovers(FullName, [FullName], FullName));
        _guard.WaitUntilReady();
    }

    /// <summary>Removes it with all that is in it.</summary>
    public void Dispose()
    {
        Remove(FullName);
        _lock.Dispose();
        _guard?.Dispose();
    }

    // Only those of this user, and of no Fathom that runs.
    private static void RemoveLeft(string place)
    {
        try
        {
            foreach (string path in Directory.EnumerateDirectories(place, Prefix + "*"))
            {
                if (FileOwner.IsOwn(path) && Path.GetFileName(path)[Prefix.Length..].Split('-') is [var pid, var start, ..]
                    && int.TryParse(pid, NumberStyles.None, CultureInfo.InvariantCulture, out int id) && ProcStat.StartOf(id) != start && !IsLocked(path))
                    Remove(path);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What is wrong with the place is said when the new folder cannot be made.
            return;
        }
    }

    private static FileStream Lock(string path) => new(Path.Combine(path, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);

    private static bool IsLocked(string path)
    {
        try
        {
            using FileStream? free = File.Exists(Path.Combine(path, LockName)) ? Lock(path) : null;
            return false;
        }
        catch (IOException)
        {
            return true;
        }
    }

    private static void Remove(string path)
    {
        try
        {
            OwnTree.DeleteFolder(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another run does the same at this moment; or the place has become unwritable, and a later run removes it.
            return;
        }
    }

    private static int ProcessOf(string file) => int.TryParse(Path.GetFileNameWithoutExtension(file), NumberStyles.None, CultureInfo.InvariantCulture, out int id) ? id : 0;
}
