using System.Diagnostics;
using Fathom.Cli.Frame;

namespace Fathom.Cli.Agents;

/// <summary>What a command wrote.</summary>
/// <param name="ExitCode">How it ended.</param>
/// <param name="Out">The answer.</param>
/// <param name="Error">What it said beside it.</param>
internal sealed record ToolRun(int ExitCode, string Out, string Error)
{
    // A recording of the longest duration is read and asked in that time on a slow machine.
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(5);

    /// <summary>Runs Fathom once more: a command that fails, or takes all memory, does not end the server.</summary>
    /// <param name="words">The words behind <c>fathom</c>.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="FathomException">It took too long.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static async Task<ToolRun> OfAsync(string[] words, CancellationToken stop)
    {
        string[] own = OwnCommand.Line();
        ProcessStartInfo start = new(own[0]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string word in (string[])[.. own[1..], .. words, "--no-color"])
            start.ArgumentList.Add(word);
        using Process process = Process.Start(start)!;
        process.StandardInput.Close();
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(s_longest);
        try
        {
            Task<string> text = process.StandardOutput.ReadToEndAsync(limit.Token);
            Task<string> error = process.StandardError.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            return new ToolRun(process.ExitCode, await text, await error);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
            stop.ThrowIfCancellationRequested();
            throw FathomException.Target(
                $"The command took longer than {s_longest.TotalMinutes:0} minutes and was ended.", "ask about a part: from, to, where");
        }
    }
}
