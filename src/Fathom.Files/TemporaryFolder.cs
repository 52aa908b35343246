using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model;

namespace Fathom.Files;

/// <summary>
/// The folder for temporary files: that of TMPDIR, else <c>/tmp</c>. Where it is missing, read-only, not ours to write or full, the first
/// other usual folder that can be used is taken, and <see cref="Said"/> tells which one and why.
/// </summary>
/// <remarks>Folders in which other programs put their sockets are not asked here: those programs do not know of this choice.</remarks>
public static unsafe class TemporaryFolder
{
    /// <summary>Where there is less room, the first query would fail.</summary>
    private const long LeastBytes = 1 << 20;

    private const string Fix = "TMPDIR=/a/folder/with/space fathom …";

    private static readonly string[] s_others = ["/tmp", "/var/tmp", "/dev/shm", "/run"];
    private static readonly Lazy<(string? Path, string? Note)> s_chosen = new(static () =>
    {
        string own = Environment.GetEnvironmentVariable("XDG_RUNTIME_DIR") ?? "";
        (string? Path, string? Note) chosen = Choose([System.IO.Path.GetTempPath(), .. s_others, own], LeastBytes);
        if (chosen is { Path: not null, Note: { } note })
            Said?.Invoke(note);
        return chosen;
    });

    /// <summary>Told once, when the first temporary file is made, that another folder than the usual one is used.</summary>
    public static Action<string>? Said { get; set; }

    /// <summary>The folder that is used, without a slash at its end.</summary>
    /// <exception cref="FathomException">None of the usual folders can be written to (<see cref="ExitCode.NotPossible"/>).</exception>
    public static string Path => s_chosen.Value.Path
        ?? throw FathomException.NotPossible($"There is no folder for temporary files: {s_chosen.Value.Note}.", Fix);

    /// <summary>Makes a folder in it that only this user can enter.</summary>
    /// <param name="prefix">How its name begins.</param>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made there.</exception>
    /// <exception cref="FathomException">There is no folder for temporary files.</exception>
    public static string Make(string prefix)
    {
        string pattern = System.IO.Path.Combine(Path, $"{prefix}XXXXXX");
        byte[] name = Encoding.UTF8.GetBytes(pattern + '\0');
        fixed (byte* text = name)
        {
            return FileCalls.MakeTemporaryFolder(text) != null
                ? Encoding.UTF8.GetString(name, 0, name.Length - 1)
                : throw OwnFile.Refused(pattern, Marshal.GetLastPInvokeError());
        }
    }

    /// <summary>Chooses one of some folders.</summary>
    /// <param name="folders">The folders, the best first; empty ones are no folders.</param>
    /// <param name="leastBytes">Room that it must have.</param>
    /// <returns>The folder, and a note where it is not the first one. Without a folder, the note has the fault of each.</returns>
    internal static (string? Path, string? Note) Choose(IReadOnlyList<string> folders, long leastBytes)
    {
        List<string> faults = [];
        HashSet<string> seen = [];
        foreach (string given in folders)
        {
            if (given.Length == 0)
                continue;
            string folder = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(given));
            if (!seen.Add(folder))
                continue;
            if (FaultOf(folder, leastBytes) is not { } fault)
                return (folder, faults.Count == 0 ? null : $"temporary files are in '{folder}', as '{seen.First()}' {faults[0]}");
            faults.Add(fault);
        }

        return (null, string.Join(", ", seen.Zip(faults, static (folder, fault) => $"'{folder}' {fault}")));
    }

    // A file system that states no size has no limit.
    private static string? FaultOf(string folder, long leastBytes)
    {
        const int mayWriteAndEnter = 3;
        fixed (byte* path = Encoding.UTF8.GetBytes(folder + '\0'))
        {
            if (!FileStatus.TryRead(path, 0, FileStatus.Type, out FileStatus status))
                return Marshal.GetLastPInvokeError() == FileCalls.NoSuchFile ? "does not exist" : "cannot be entered";
            if (status.Kind != FileKind.Folder)
                return "is no folder";
            if (FileCalls.Access(path, mayWriteAndEnter) != 0)
                return Marshal.GetLastPInvokeError() == FileCalls.ReadOnlyDisk ? "is read-only" : "may not be written to";
            return FreeSpace.In(folder) < leastBytes ? "is full" : null;
        }
    }
}
