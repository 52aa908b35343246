using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Formats.Marks;
using Fathom.Model;

namespace Fathom.Recorder.Marks;

/// <summary>The recordings that run now, as far as this user may see them, and marks in them.</summary>
public static unsafe partial class MarkBooks
{
    private const int WriteOnly = 1;
    private const int Append = 0x400;
    private const int CloseOnExec = 0x80000;

    /// <summary>The most characters of a mark.</summary>
    public const int MostChars = MarkFile.MostChars;

    /// <summary>Sets a mark in all recordings that run.</summary>
    /// <param name="tsNs">When, in ns of CLOCK_MONOTONIC.</param>
    /// <param name="pid">The process that asks for it.</param>
    /// <param name="text">What it says.</param>
    /// <returns>The files that it was written into.</returns>
    /// <exception cref="FathomException">Nothing is being recorded, or a file takes no mark.</exception>
    public static IReadOnlyList<string> Set(long tsNs, int pid, string text)
    {
        byte[] line = MarkFile.Line(new Mark(tsNs, pid, text));
        Dictionary<string, string> books = Find();
        if (books.Count == 0)
            throw FathomException.Target("Nothing that this user could mark is being recorded.", "start it first: fathom record …; one that another user records is marked by that user, or by root");
        foreach ((string path, string descriptor) in books)
            Write(path, descriptor, line);
        return [.. books.Keys.Order(StringComparer.Ordinal)];
    }

    // By path, so that a process that inherited a descriptor counts for nothing.
    private static Dictionary<string, string> Find()
    {
        Dictionary<string, string> found = [];
        foreach (string process in Directory.EnumerateDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(process), NumberStyles.None, CultureInfo.InvariantCulture, out _))
                continue;
            try
            {
                foreach (string descriptor in Directory.EnumerateFileSystemEntries($"{process}/fd"))
                {
                    if (new FileInfo(descriptor).LinkTarget is { } target && target.EndsWith("/" + MarkBook.FileName, StringComparison.Ordinal))
                        found.TryAdd(target, descriptor);
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
    private static void Write(string path, string descriptor, byte[] line)
    {
        int file = Open(descriptor, WriteOnly | Append | CloseOnExec);
        if (file < 0)
            throw NotWritten(path, Marshal.GetLastPInvokeError());
        fixed (byte* bytes = line)
        {
            nint written = Write(file, bytes, line.Length);
            int error = written < 0 ? Marshal.GetLastPInvokeError() : 0;
            _ = Close(file);
            if (written != line.Length)
                throw NotWritten(path, error);
        }
    }

    private static FathomException NotWritten(string path, int error) => FathomException.Target(
        $"'{path}' takes no mark: {(error == 0 ? "there is no room" : Marshal.GetPInvokeErrorMessage(error))}.", "look at the room on its disk, and whether the recording still runs");

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint Write(int file, byte* bytes, nint count);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int file);
}
