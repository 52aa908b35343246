using Fathom.Files;
using Fathom.Model;

namespace Fathom.Render.Output;

/// <summary>
/// Writes a file as a whole: under a temporary name beside it, then renamed, so that nobody takes half a file for whole. An existing file is
/// replaced only with <c>--force</c>.
/// </summary>
/// <remarks>
/// The folder stays open from the begin to the end, so that no link that somebody puts in its place leads elsewhere (<see cref="OpenFolder"/>).
/// A link that the user names is followed.
/// </remarks>
public static class NewFile
{
    private const string Overwrite = "name another file, or replace it with --force";

    /// <summary>Refuses what is known to fail before any work is done for it.</summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="mayExist">Whether it may be there already.</param>
    /// <exception cref="FathomException">The file exists, or it cannot be created where it should be (<see cref="ExitCode.Target"/>).</exception>
    public static void Check(string path, bool mayExist)
    {
        if (GivenFile.Is(path))
            return;
        if (Path.Exists(path) && !RegularFile.Is(path))
            throw FathomException.Target($"Cannot write '{path}': it is {RegularFile.KindOf(path).Tell()}.", "name a file, such as result.csv");
        string folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        if (!Directory.Exists(folder))
            throw FathomException.Target($"Cannot write '{path}': there is no folder '{folder}'.", $"mkdir -p '{folder}'");
        if (!mayExist && File.Exists(path))
            throw Exists(path);
    }

    /// <summary>Writes the file.</summary>
    /// <param name="path">The file; a link is followed, and a device such as <c>/dev/null</c> is written to directly.</param>
    /// <param name="force">Whether an existing file is replaced.</param>
    /// <param name="write">Writes the content.</param>
    /// <exception cref="FathomException">The file exists or cannot be written (<see cref="ExitCode.Target"/>); nothing is left behind.</exception>
    public static void Write(string path, bool force, Action<Stream> write)
    {
        try
        {
            if (GivenFile.Is(path))
                WriteDirectly(path, write);
            else
                WriteBeside(path, force, write);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target(
                $"Cannot write '{path}': {Reason(failure)}", "name a file in a folder where you may write, with enough space", failure);
        }
    }

    private static void WriteDirectly(string path, Action<Stream> write)
    {
        using FileStream stream = GivenFile.OpenWrite(path);
        write(stream);
    }

    private static void WriteBeside(string path, bool force, Action<Stream> write)
    {
        string final = Final(path);
        Check(path, force);
        string name = Path.GetFileName(final), temporary = PartialName.Of(name);
        PartialName.RemoveLeft(final, null, TimeProvider.System.GetUtcNow().UtcDateTime);
        using OpenFolder folder = OpenFolder.Around(final);
        try
        {
            using (FileStream stream = new(folder.Remake(temporary), FileAccess.ReadWrite))
            {
                _ = FileHold.TryTake(stream.SafeFileHandle);
                write(stream);
                stream.Flush(flushToDisk: true);
            }

            if (force)
                folder.Rename(temporary, name);
            else if (!folder.TryRename(temporary, name))
                throw Exists(path);
        }
        finally
        {
            folder.Delete(temporary);
        }
    }

    private static string Final(string path)
    {
        FileInfo file = new(path);
        return file.LinkTarget is null ? file.FullName : file.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
    }

    private static FathomException Exists(string path) => FathomException.Target($"'{path}' exists already.", Overwrite);

    /// <summary>The system's words, without the path that the message has already.</summary>
    internal static string Reason(Exception failure) => failure is UnauthorizedAccessException ? "permission denied." : failure.Message;
}
