using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Actions;

/// <summary>Does what a verb does, in a process of its own: with its checks and bounds, and what fails or takes memory there ends nothing here.</summary>
/// <param name="fathom">How Fathom is started once more.</param>
/// <param name="more">Further words for each verb that asks a runtime.</param>
internal sealed class VerbRun(IReadOnlyList<string> fathom, IReadOnlyList<string> more)
{
    /// <summary>How long a recording is that begins at a condition.</summary>
    public static readonly TimeSpan Recorded = TimeSpan.FromSeconds(10);

    private const string Error = "error: ";

    // It gives up a dump, and resumes the process, in less; where it is killed its guard does.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    /// <summary>Makes the file of an action.</summary>
    /// <param name="action">What is done.</param>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="file">The file.</param>
    /// <param name="stop">Ends the verb.</param>
    /// <returns>Why there is none, in a sentence; null where it is there.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled; the verb has left nothing.</exception>
    public string? Run(ThenAction action, int processId, string file, CancellationToken stop)
    {
        if (fathom.Count == 0)
            return "This Fathom cannot be started once more.";
        string pid = string.Create(CultureInfo.InvariantCulture, $"pid:{processId}");
        string[] words = action.Kind switch
        {
            ThenKind.Dump => ["dump", pid, "-o", file, .. more],
            ThenKind.Snapshot => ["heap", pid, "--save", file, .. more],
            ThenKind.Stacks => ["stacks", pid, "--save", file, .. more],
            _ => ["record", pid, "--save", file, "--duration", string.Create(CultureInfo.InvariantCulture, $"{Recorded.TotalSeconds:0}s")],
        };
        string[] readers = WrittenRights.Readers switch
        {
            Readers.Group => ["--readable-by", "group"],
            Readers.All => ["--readable-by", "all"],
            _ => [],
        };
        ProcessStartInfo start = new(fathom[0], [.. fathom.Skip(1), .. words, .. readers, "--format", "csv", "-q"])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        stop.ThrowIfCancellationRequested();
        using Process process = Programs.ChildProgram.Start(start);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync(CancellationToken.None), error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        Wait(process, stop);
        _ = output.Result;
        return (ExitCode)process.ExitCode is ExitCode.Ok or ExitCode.Partial && Path.Exists(file) ? null : Reason(error.Result);
    }

    private static void Wait(Process process, CancellationToken stop)
    {
        try
        {
            process.WaitForExitAsync(stop).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException)
        {
            if (!SignalCalls.TrySend(process.Id, SignalCalls.Terminate) || !process.WaitForExit(s_patience))
                process.Kill(entireProcessTree: true);
            process.WaitForExit();
            throw;
        }
    }

    private static string Reason(string error)
    {
        string[] lines = error.Split('\n');
        string line = lines.FirstOrDefault(static line => line.StartsWith(Error, StringComparison.Ordinal)) ?? lines[0];
        return line.StartsWith(Error, StringComparison.Ordinal) ? line[Error.Length..] : line.Length > 0 ? line : "It ended without a word.";
    }
}
