using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>
/// A page of <c>docs</c> that hunts something in a sample program: its commands (<c>$ fathom …</c>) and what is typed into the program (<c>&gt; …</c>) are run as
/// they stand there, in order.
/// </summary>
/// <param name="page">File name of the page.</param>
/// <param name="sample">The program, as the commands name it.</param>
/// <param name="ends">How commands without a limit may end.</param>
internal sealed class HuntDocument(string page, string sample, params int[] ends)
{
    private static readonly string[] s_steady = ["string", "Order", "Thumbnail", "Shop.", "Gallery.", "static field "];

    /// <summary>Runs the page. Each command must end as it is said to, and the names that the page shows must be in its answer.</summary>
    /// <returns>The commands with their answers.</returns>
    public async Task<List<(string Command, string Answer)>> RunAsync()
    {
        using TestFolder folder = new();
        using Process target = Process.Start(new ProcessStartInfo(Path.Combine(Repository.SampleFolder(sample), sample)) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        try
        {
            List<(string, string)> answers = [];
            foreach ((string line, string[] shown) in Steps())
            {
                if (line.StartsWith("> ", StringComparison.Ordinal))
                {
                    await target.StandardInput.WriteLineAsync(line[2..]);
                    await target.StandardInput.FlushAsync(TestContext.Current.CancellationToken);
                    Assert.StartsWith("done ", await target.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
                    continue;
                }

                // Another program of that name may run here.
                ToolRun run = await FathomTool.ShellAsync(line[2..].Replace($" {sample}", $" pid:{target.Id}", StringComparison.Ordinal), folder: folder.Path);
                int[] expected = line.Contains("--fail-if", StringComparison.Ordinal) ? [10] : ends is [] ? [0] : ends;
                Assert.True(expected.Contains(run.ExitCode), $"{line}\n{run}");
                Assert.All(shown.SelectMany(Names), name => Assert.Contains(name, run.Out, StringComparison.Ordinal));
                answers.Add((line[2..], run.Out + run.Error));
            }

            return answers;
        }
        finally
        {
            target.StandardInput.Close();
            await target.WaitForExitAsync(TestContext.Current.CancellationToken);
        }
    }

    // The lines typed, each with the lines that the document shows below it.
    private IEnumerable<(string Line, string[] Shown)> Steps()
    {
        string[] lines = File.ReadAllLines(Path.Combine(Repository.Root, "docs", page));
        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i].StartsWith("> ", StringComparison.Ordinal) || lines[i].StartsWith("$ fathom ", StringComparison.Ordinal))
            {
                yield return (lines[i], [.. lines.Skip(i + 1).TakeWhile(static line =>
                    !line.StartsWith("```", StringComparison.Ordinal) && !line.StartsWith("$ ", StringComparison.Ordinal) && !line.StartsWith("> ", StringComparison.Ordinal))]);
            }
        }
    }

    // What does not change from run to run: headings, and the names of types and fields.
    private static IEnumerable<string> Names(string shown, int line) =>
        shown.Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(cell => (line == 0 && cell.All(static letter => letter is '_' or (>= 'a' and <= 'z')))
                || s_steady.Any(start => cell.StartsWith(start, StringComparison.Ordinal)) || cell.Contains('<', StringComparison.Ordinal))
            .Where(static cell => !cell.EndsWith("[]", StringComparison.Ordinal));
}
