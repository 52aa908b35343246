using System.ComponentModel;
using System.Net.Sockets;
using Fathom.Cli.Frame;

namespace Fathom.Cli.Hosting;

/// <summary>Tells a failure of the machine, such as a full disk, from a defect of Fathom.</summary>
internal static class MachineFailure
{
    private const int OutOfMemory = 12;
    private const int TooManyFiles = 23;
    private const int TooManyOwnFiles = 24;
    private const int NoSpace = 28;
    private const int ReadOnlyDisk = 30;
    private const int OverQuota = 122;
    private const int LargestError = 4095;

    /// <summary>What is wrong with the machine; null where it is not known to be the cause.</summary>
    /// <param name="failure">What nobody expected.</param>
    public static FathomException? Of(Exception failure)
    {
        for (Exception? cause = failure; cause is not null; cause = cause.InnerException)
        {
            if (Sentence(cause) is { } sentence)
                return new FathomException(sentence.What, sentence.Next, sentence.Code, failure);
        }

        return HasWorkingFolder() ? null : new FathomException(
            "The folder that Fathom was started in does not exist any more.",
            "change to a folder that exists, with cd",
            ExitCode.Target,
            failure);
    }

    private static (string What, string Next, ExitCode Code)? Sentence(Exception cause) => ErrorOf(cause) switch
    {
        NoSpace or OverQuota => (
            $"The disk is full: {Words(cause)}.",
            "free space, or choose another disk; TMPDIR=/a/folder names that of temporary files",
            ExitCode.Target),
        ReadOnlyDisk => (
            $"A folder cannot be written to: {Words(cause)}.",
            "name a folder on a disk that can be written to; TMPDIR=/a/folder names that of temporary files",
            ExitCode.Target),
        TooManyOwnFiles => (
            $"Fathom has as many files open as it may have ({ProcessLimit.Files()}).",
            "raise the limit before it is started: ulimit -n 65536",
            ExitCode.NotPossible),
        TooManyFiles => (
            "This machine has as many files open as its kernel allows.",
            "end programs that are not needed, or raise fs.file-max with sysctl",
            ExitCode.NotPossible),
        OutOfMemory => (
            "There is not enough free memory on this machine, or in this control group.",
            "end other programs, or ask for less: a shorter recording, fewer objects",
            ExitCode.NotPossible),
        _ => null,
    };

    // The base library gives errors of the system their numbers, except where it has an exception for them.
    private static int ErrorOf(Exception cause) => cause switch
    {
        OutOfMemoryException => OutOfMemory,
        SocketException socket => socket.NativeErrorCode,
        Win32Exception system => system.NativeErrorCode,
        IOException { HResult: > 0 and <= LargestError } file => file.HResult,
        _ => 0,
    };

    private static string Words(Exception cause) => cause.Message.TrimEnd('.');

    private static bool HasWorkingFolder()
    {
        try
        {
            return Environment.CurrentDirectory.Length > 0;
        }
        catch (IOException)
        {
            return false;
        }
    }
}
