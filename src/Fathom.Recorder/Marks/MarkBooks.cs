using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Files;
using Fathom.Formats.Marks;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Recorder.Marks;

/// <summary>The recordings that run now, as far as this user may see them, and marks in them.</summary>
public static unsafe partial class MarkBooks
{
    private const int WriteOnly = 1;
    private const int Append = 0x400;
    private const int CloseOnExec = 0x80000;
    private const int NonBlocking = 0x800;

    // Closed meanwhile (ENOENT, ESRCH), a pipe that nobody reads (ENXIO), or a folder that got the number of the descriptor (EISDIR): no recording that runs.
    private static readonly int[] s_gone = [2, 3, 6, 21];

    // Of the flags of a descriptor, which the kernel writes in base 8: whether it may write. One that only stands for a name (O_PATH) may not.
    private const string Flags = "flags:";
    private const int AccessMode = 3;
    private const int Octal = 8;

    /// <summary>The most characters of a mark.</summary>
    public const int MostChars = MarkFile.MostChars;

    /// <summary>Sets a mark in all recordings that run.</summary>
    /// <param name="tsNs">When, in ns of CLOCK_MONOTONIC.</param>
    /// <param name="pid">The process that asks for it.</param>
    /// <param name="text">What it says.</param>
    /// <exception cref="FathomException">Nothing is being recorded, or no recording takes the mark.</exception>
    public static MarksSet Set(long tsNs, int pid, string text)
    {
        byte[] line = MarkFile.Line(new Mark(tsNs, pid, text));
        List<string> marked = [];
        List<FathomException> failures = [];
        foreach ((string path, List<string> descriptors) in Find().OrderBy(static book => book.Key, StringComparer.Ordinal))
        {
            FathomException? failure = null;
            if (descriptors.Exists(descriptor => Write(path, descriptor, line, ref failure)))
                marked.Add(path);
            else if (failure is not null)
                failures.Add(failure);
        }

        return marked.Count > 0 ? new MarksSet(marked, [.. failures.Select(static failure => failure.Message)]) : throw (failures.Count > 0 ? failures[0] : Nothing());
    }

    // By path, so that a recording gets a mark once, however many have its file open: others that mark have it for a moment.
    private static Dictionary<string, List<string>> Find()
    {
        Dictionary<string, List<string>> found = [];
        foreach (string process in Directory.EnumerateDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(process), NumberStyles.None, CultureInfo.InvariantCulture, out _))
                continue;
            try
            {
                foreach (string descriptor in Directory.EnumerateFileSystemEntries($"{process}/fd"))
                {
                    if (BookOf(descriptor) is not { } book)
                        continue;
                    if (!found.TryGetValue(book, out List<string>? descriptors))
                        found.Add(book, descriptors = []);
                    descriptors.Add(descriptor);
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It has ended meanwhile, or is another user's.
                continue;
            }
        }

        return found;
    }

    // By the descriptor: it is the file also where its folder was moved, or is seen by another path from here.
    private static bool Write(string path, string descriptor, byte[] line, ref FathomException? failure)
    {
        int file = Open(descriptor, WriteOnly | Append | CloseOnExec | NonBlocking);
        int error = file < 0 ? Marshal.GetLastPInvokeError() : 0;
        if (file < 0)
        {
            if (Array.IndexOf(s_gone, error) < 0 && IsWritten(descriptor))
                failure = NotWritten(path, error);
            return false;
        }

        bool isBook = IsWritten(descriptor) && IsOwnersBook(file, descriptor);
        nint written = 0;
        fixed (byte* bytes = line)
        {
            if (isBook && (written = Write(file, bytes, line.Length)) < 0)
                error = Marshal.GetLastPInvokeError();
        }

        _ = Close(file);
        if (isBook && written != line.Length)
            failure = NotWritten(path, error);
        return written == line.Length;
    }

    // A name is no proof: anybody can hold a file of somebody else by that name, and root could write into it. The process must itself be able to write it, and own it.
    private static bool IsWritten(string descriptor)
    {
        try
        {
            string[] parts = descriptor.Split('/');
            string flags = File.ReadLines($"/proc/{parts[2]}/fdinfo/{parts[^1]}").First(static line => line.StartsWith(Flags, StringComparison.Ordinal));
            return (Convert.ToInt32(flags[Flags.Length..].Trim(), Octal) & AccessMode) != 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException or OverflowException or InvalidOperationException)
        {
            return false;
        }
    }

    // Its number may have been given to another file since it was found.
    private static bool IsOwnersBook(int file, string descriptor) =>
        BookOf($"/proc/self/fd/{file}") is not null
        && ProcStatus.Of(int.Parse(descriptor.Split('/')[2], CultureInfo.InvariantCulture))?.UserId is { } user
        && OpenedFile.IsRegularOf(file, user);

    private static string? BookOf(string descriptor) =>
        new FileInfo(descriptor).LinkTarget is { } target && target.EndsWith("/" + MarkBook.FileName, StringComparison.Ordinal) ? target : null;

    private static FathomException Nothing() =>
        FathomException.Target("This user has no running recording to mark.", "start one first: fathom record …; a recording of another user is marked by that user, or by root");

    private static FathomException NotWritten(string path, int error) => FathomException.Target(
        $"'{path}' accepts no mark: {(error == 0 ? "there is no room" : Marshal.GetPInvokeErrorMessage(error))}.", "check the free space on its disk, and whether the recording still runs");

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint Write(int file, byte* bytes, nint count);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int file);
}
