using Fathom.Model;
using Fathom.Storage.DuckDb;

namespace Fathom.Storage.Recordings;

/// <summary>Turns failures of the file system and the engine into messages that say what to do.</summary>
internal static class StorageError
{
    private const int NoSpaceLeft = 28;

    /// <summary>A recording cannot be written.</summary>
    public static FathomException CannotWrite(string path, Exception cause)
    {
        if (IsOfMemory(cause))
        {
            return new FathomException(
                $"There is not enough free memory on this machine, in this control group or under this limit to write '{path}'.",
                "end other programs, raise the limit (ulimit -d, -v), or ask for less",
                ExitCode.NotPossible,
                cause);
        }

        string why = cause is DirectoryNotFoundException ? "its folder does not exist." : OneLine(cause.Message);
        string nextStep = cause switch
        {
            UnauthorizedAccessException => "choose a folder that you may write to",
            DirectoryNotFoundException => "create the folder first, or choose another one",
            _ when (cause is IOException && (cause.HResult & 0xFFFF) == NoSpaceLeft) || why.Contains("No space left", StringComparison.Ordinal) => "free space, or choose another disk",
            _ => "check the folder and the disk, or choose another name",
        };
        return FathomException.Target($"'{path}' cannot be written: {why}", nextStep, cause);
    }

    /// <summary>A recording, or a part of it, cannot be read.</summary>
    public static FathomException CannotRead(string path, Exception cause) => FathomException.Target(
        $"'{path}' cannot be read: {OneLine(cause.Message)}",
        cause is UnauthorizedAccessException ? "Ask its owner for the right to read it." : "The recording is damaged: record again, or use another copy.",
        cause);

    // The engine tells a failed allocation by its kind or, from inside of a file that it writes, in words.
    private static bool IsOfMemory(Exception cause) => cause is OutOfMemoryException or DuckDbException { Kind: "Out of Memory" }
        || (cause is DuckDbException && (cause.Message.Contains("bad allocation", StringComparison.Ordinal) || cause.Message.Contains("std::bad_alloc", StringComparison.Ordinal)))
        || (cause.InnerException is { } inner && IsOfMemory(inner));

    private static string OneLine(string message)
    {
        int end = message.IndexOf('\n', StringComparison.Ordinal);
        return (end < 0 ? message : message[..end]).Trim();
    }
}
