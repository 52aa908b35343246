using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Files;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// A second, small process of Fathom that ends the writer of a dump when the first one dies, however it dies. Nothing of the
/// kernel ties the life of the writer to ours: without a guard, a killed Fathom would leave the target stopped until gigabytes nobody wants are written.
/// </summary>
/// <remarks>
/// The guard reads its standard input, which the first process holds open. One byte means that all went well; the end of the input without it means that
/// the first process is gone. Then the guard ends the writer, lets the target run and removes what is half written.
/// </remarks>
public static unsafe partial class DumpGuard
{
    /// <summary>The first argument of a Fathom that is a guard. Not a verb: nobody types it.</summary>
    public const string Argument = "--guard-dump";

    internal const byte Ready = (byte)'r';
    internal const byte Done = (byte)'d';

    // The writer may only just be starting.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(5);

    /// <summary>Stands guard until the first process says that it is done, or dies.</summary>
    /// <param name="arguments">Number of the target, path of the dump as the target sees it, and what is removed.</param>
    public static void Run(ReadOnlySpan<string> arguments)
    {
        // A key press or a signal to all of a session must not end the guard together with the one that it guards.
        _ = SetSession();
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, static signal => signal.Cancel = true);
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, static signal => signal.Cancel = true);
        using PosixSignalRegistration hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, static signal => signal.Cancel = true);
        WriterProcess writer = new(int.Parse(arguments[0]), arguments[1]);
        DumpLeftovers leftovers = DumpLeftovers.OfArguments(arguments[2..]);
        using Stream input = Console.OpenStandardInput();
        using (Stream output = Console.OpenStandardOutput())
            output.WriteByte(Ready);
        if (input.ReadByte() == Done)
            return;
        EndWriter(writer);
        foreach (string path in leftovers.Partial)
            Remove(path);
        if (!File.Exists(leftovers.Dump))
            Remove(leftovers.Beside);
    }

    private static void EndWriter(WriterProcess writer)
    {
        long start = Stopwatch.GetTimestamp();
        while (!writer.End() && Stopwatch.GetElapsedTime(start) < s_patience)
        {
            if (writer.IsTargetLeftStopped())
                writer.LetRun();
            CancellationToken.None.WaitHandle.WaitOne(s_pause);
        }
    }

    // Nobody is left to be told of a file that cannot be removed.
    private static void Remove(string path)
    {
        try
        {
            if (Directory.Exists(path))
                OwnTree.DeleteFolder(path);
            else
                OwnTree.DeleteFile(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return;
        }
    }

    [LibraryImport("libc", EntryPoint = "setsid")]
    private static partial int SetSession();
}
