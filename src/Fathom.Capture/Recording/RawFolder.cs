using Fathom.Files;
using Fathom.Model;

namespace Fathom.Capture.Recording;

/// <summary>The folder in which the files of a recording grow until they are read into it. Only its owner may look into it.</summary>
public sealed class RawFolder
{
    /// <summary>What stands behind its name.</summary>
    public const string Suffix = ".raw";

    /// <summary>The file with the kernel's events.</summary>
    public const string KernelFile = "perf.data";

    /// <summary>The file that says what the machine was like.</summary>
    public const string MachineFile = "machine.log";

    /// <summary>The file that says what was recorded.</summary>
    public const string NotesFile = "recorder.json";

    /// <summary>The file that the recorder holds from its begin to its end (<see cref="FileHold"/>).</summary>
    public const string HeldFile = "recorder.lock";

    private const string RecordingSuffix = ".fathom";

    private RawFolder(string path) => Path = path;

    /// <summary>Its path.</summary>
    public string Path { get; }

    /// <summary>Bytes of all files in it.</summary>
    public long Bytes => new DirectoryInfo(Path).EnumerateFiles("*", SearchOption.AllDirectories).Sum(static file => file.Length);

    /// <summary>The folder of a recording.</summary>
    public static string PathFor(string recording) => StemOf(recording) + Suffix;

    /// <summary>What the names of all that belongs to a recording begin with: its path without the suffix.</summary>
    public static string StemOf(string recording)
    {
        string plain = System.IO.Path.TrimEndingDirectorySeparator(recording);
        return plain.EndsWith(RecordingSuffix, StringComparison.Ordinal) ? plain[..^RecordingSuffix.Length] : plain;
    }

    /// <summary>The recording that is made of a folder by default.</summary>
    public static string RecordingOf(string folder)
    {
        string plain = System.IO.Path.TrimEndingDirectorySeparator(folder);
        return (plain.EndsWith(Suffix, StringComparison.Ordinal) ? plain[..^Suffix.Length] : plain) + RecordingSuffix;
    }

    /// <summary>Whether a folder is one.</summary>
    public static bool Is(string path) => Directory.Exists(path) && File.Exists(System.IO.Path.Combine(path, NotesFile));

    /// <summary>Opens one.</summary>
    public static RawFolder Open(string path) => new(path);

    /// <summary>Makes it.</summary>
    /// <param name="recording">The recording that it is for.</param>
    /// <param name="replace">Whether one that was left there is removed.</param>
    /// <exception cref="FathomException">There is one already, or it cannot be made.</exception>
    public static RawFolder Create(string recording, bool replace)
    {
        string path = PathFor(recording);
        try
        {
            // What somebody else put there, or a link, is neither believed nor removed.
            bool isOwn = OwnFile.IsFolder(path) && Is(path);
            if (isOwn && RunningRecorder.Of(RecorderNotes.TryRead(System.IO.Path.Combine(path, NotesFile)), path) is { } running)
                throw running.Refusal(path, "or name another recording: --save NAME.fathom");
            if (replace && isOwn)
                OwnTree.DeleteFolder(path);
            else if (System.IO.Path.Exists(path))
                throw IsThere(path, recording, isOwn);
            string parent = System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path)) ?? "/";
            if (!Directory.Exists(parent))
                throw FathomException.Target($"There is no folder '{parent}'.", $"mkdir -p '{parent}'");
            CheckRoom(path, parent);
            OwnFile.MakeFolder(path);
            return new RawFolder(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{path}' cannot be made: {e.Message}", "name a folder that this user may write to: --save FOLDER/NAME.fathom", e);
        }
    }

    /// <summary>A file in it.</summary>
    public string PathOf(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>Removes it with all that is in it.</summary>
    public void Remove() => OwnTree.DeleteFolder(Path);

    // A full disk is better known before the programs run than when the first event comes.
    private static void CheckRoom(string path, string parent)
    {
        const long least = 256 << 10;
        if (FreeSpace.In(parent) is < least and var free)
        {
            throw FathomException.Target(
                $"'{path}' cannot be made: the disk of '{parent}' is full ({free >> 10} KiB free).",
                "free space, or name a folder on another disk: --save FOLDER/NAME.fathom");
        }
    }

    private static FathomException IsThere(string path, string recording, bool isOwn) => FathomException.Target(
        $"'{path}' exists already: it was not converted into '{recording}'.",
        isOwn ? $"fathom extract {path} reads it; --force removes it" : "name another recording: --save NAME.fathom");
}
