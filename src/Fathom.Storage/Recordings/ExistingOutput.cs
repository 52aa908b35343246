using Fathom.Files;
using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>What may happen to something that stands where a recording is to be written: only a recording is ever replaced.</summary>
internal static class ExistingOutput
{
    /// <summary>Refuses an output that exists, unless it is a recording and may be replaced.</summary>
    /// <exception cref="FathomException">The output is there and stays.</exception>
    public static void Check(string path, bool replace)
    {
        if (!Path.Exists(path))
            return;
        if (!IsRecording(path))
            throw FathomException.Target($"'{path}' exists and is not a recording, so it is not replaced.", "choose another name");
        if (!replace)
            throw FathomException.Target($"'{path}' exists already.", "choose another name, or add --force to replace it");
        if (Directory.Exists(path) && FirstForeignFile(path) is { } foreign)
            throw FathomException.Target($"'{path}' holds '{foreign}', which is not a part of a recording, so it is not replaced.", "move that file away, or choose another name");
    }

    /// <summary>Puts a new recording in the place of the old one, in one step where the system can, and deletes the old one.</summary>
    /// <param name="folder">The folder that both are in.</param>
    /// <param name="partial">The name of the new one; the old one has it for a moment.</param>
    /// <param name="name">The name that stays.</param>
    public static void Replace(OpenFolder folder, string partial, string name)
    {
        folder.Exchange(partial, name);
        folder.DeleteAll(partial);
    }

    private static bool IsRecording(string path) =>
        RecordingFormat.Recognize(path) is RecordingForm.Folder or RecordingForm.Packed
        || (Directory.Exists(path) && !Directory.EnumerateFileSystemEntries(path).Any());

    private static string? FirstForeignFile(string folder) =>
        Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(folder, f).Replace('\\', '/'))
            .FirstOrDefault(f => f is not (RecordingFormat.ManifestName or RecordingFolder.LockName) && !RecordingFormat.IsPartPath(f));
}
