using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Actions;

/// <summary>
/// Does what a verb does, in a process of its own: with its checks and bounds, and what fails or takes memory there ends nothing here.
/// </summary>
/// <param name="fathom">How Fathom is started once more.</param>
/// <param name="more">Further words for each verb.</param>
/// <param name="looking">Further words for each verb that looks at the memory of a process.</param>
internal sealed class VerbRun(IReadOnlyList<string> fathom, IReadOnlyList<string> more, IReadOnlyList<string> looking)
{
    /// <summary>How long a recording is that begins at a condition.</summary>
    public static readonly TimeSpan Recorded = TimeSpan.FromSeconds(10);

    private const string Error = "error: ";

    // It gives up a dump and resumes the process in less. Where it is killed, its guard does that.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    /// <summary>Makes the file of an action, however long that takes.</summary>
    /// <param name="action">What is done.</param>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="file">The file.</param>
    /// <param name="stop">Ends the verb.</param>
    /// <returns>Why there is none, in a sentence; null where it is there.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled; the verb has left nothing.</exception>
    public string? Run(ThenAction action, int processId, string file, CancellationToken stop) =>
        Run(action, processId, file, Timeout.InfiniteTimeSpan, stop);

    /// <summary>Makes the file of an action.</summary>
    /// <param name="action">What is done.</param>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="file">The file.</param>
    /// <param name="longest">After this time the verb is ended; <see cref="Timeout.InfiniteTimeSpan"/> for never.</param>
    /// <param name="stop">Ends the verb.</param>
    /// <returns>Why there is none, in a sentence; null where it is there.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled; the verb has left nothing.</exception>
    public string? Run(ThenAction action, int processId, string file, TimeSpan longest, CancellationToken stop)
    {
        if (fathom.Count == 0)
            return "This Fathom cannot be started once more.";
        string pid = string.Create(CultureInfo.InvariantCulture, $"pid:{processId}");
        string[] words = action.Kind switch
        {
            ThenKind.Dump => ["dump", pid, "-o", file, .. looking],
            ThenKind.Snapshot => ["heap", pid, "--save", file, .. looking],
            ThenKind.Stacks => ["stacks", pid, "--save", file, .. looking],
            _ => ["record", pid, "--save", file, "--duration", string.Create(CultureInfo.InvariantCulture, $"{Recorded.TotalSeconds:0}s")],
        };
        string[] readers = WrittenRights.Readers switch
        {
            Readers.Group => ["--readable-by", "group"],
            Readers.All => ["--readable-by", "all"],
            _ => [],
        };
        ProcessStartInfo start = new(fathom[0], [.. fathom.Skip(1), .. words, .. more, .. readers, "--format", "csv", "-q"])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        stop.ThrowIfCancellationRequested();
        using Process process = Programs.ChildProgram.Start(start);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        Task<string> error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(longest);
        if (!HasEnded(process, limit.Token))
        {
            stop.ThrowIfCancellationRequested();
            // What it left behind may hold its output, so that is not read to its end.
            return string.Create(
                CultureInfo.InvariantCulture, $"It was ended after {longest.TotalSeconds:0} s, the most that it has here.");
        }

        _ = output.Result;
        return (ExitCode)process.ExitCode is ExitCode.Ok or ExitCode.Partial && Path.Exists(file) ? null : Reason(error.Result);
    }

    // False where it was ended.
    private static bool HasEnded(Process process, CancellationToken stop)
    {
        try
        {
            process.WaitForExitAsync(stop).GetAwaiter().GetResult();
            return true;
        }
        catch (OperationCanceledException)
        {
            // It alone: its own guards see its end, resume what it has stopped and remove what is half written.
            if (!SignalCalls.TrySend(process.Id, SignalCalls.Terminate) || !process.WaitForExit(s_patience))
                process.Kill();
            process.WaitForExit();
            return false;
        }
    }

    private static string Reason(string error)
    {
        string[] lines = error.Split('\n');
        string line = lines.FirstOrDefault(static line => line.StartsWith(Error, StringComparison.Ordinal)) ?? lines[0];
        if (line.StartsWith(Error, StringComparison.Ordinal))
            return line[Error.Length..];
        return line.Length > 0 ? line : "It ended without a word.";
    }
}
