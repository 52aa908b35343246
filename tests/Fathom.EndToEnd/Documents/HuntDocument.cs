using System.Diagnostics;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>
/// A page of <c>docs</c> that hunts something in a sample program: its commands (<c>$ fathom …</c>) and what is typed into the program (<c>&gt; …</c>) are run as
/// they stand there, in order. Samples run from the line on that starts them (<c>$ dotnet run --project samples/…</c>); what is typed goes to the first.
/// </summary>
/// <param name="page">File name of the page.</param>
/// <param name="sample">The first program, as the commands name it.</param>
/// <param name="ends">How commands without a limit may end.</param>
internal sealed partial class HuntDocument(string page, string sample, params int[] ends)
{
    private static readonly string[] s_steady = ["string", "Order", "Thumbnail", "Shop.", "Gallery.", "static field "];

    /// <summary>Runs the page. Each command must end as it is said to, and the names that the page shows must be in its answer.</summary>
    /// <returns>The commands with their answers.</returns>
    public async Task<List<(string Command, string Answer)>> RunAsync()
    {
        using TestFolder folder = new();
        List<Process> programs = [];
        try
        {
            List<(string, string)> answers = [];
            foreach ((string line, string[] shown) in Steps())
            {
                if (Started().Match(line) is { Success: true } started)
                {
                    programs.Add(await StartAsync(started.Groups["sample"].Value, Placed(started.Groups["arguments"].Value, folder), programs.Count > 0));
                    continue;
                }

                if (line.StartsWith("> ", StringComparison.Ordinal))
                {
                    await programs[0].StandardInput.WriteLineAsync(line[2..]);
                    await programs[0].StandardInput.FlushAsync(TestContext.Current.CancellationToken);
                    Assert.StartsWith("done ", await programs[0].StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
                    continue;
                }

                // Another program of that name may run here.
                string run = programs is [] ? line[2..] : Regex.Replace(line[2..], $@" {sample}(?=[ ]|$)", $" pid:{programs[0].Id}");
                ToolRun ran = await FathomTool.ShellAsync(Placed(run, folder), folder: folder.Path);
                int[] expected = line.Contains("--fail-if", StringComparison.Ordinal) ? [10] : ends is [] ? [0] : ends;
                Assert.True(expected.Contains(ran.ExitCode), $"{line}\n{ran}");
                Assert.All(shown.SelectMany(Names), name => Assert.Contains(name, ran.Out, StringComparison.Ordinal));
                answers.Add((line[2..], ran.Out + ran.Error));
            }

            return answers;
        }
        finally
        {
            foreach (Process program in programs)
            {
                program.StandardInput.Close();
                await program.WaitForExitAsync(TestContext.Current.CancellationToken);
                program.Dispose();
            }
        }
    }

    // One beside the first says when it is ready.
    private static async Task<Process> StartAsync(string sample, string arguments, bool saysReady)
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder(sample), sample), arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };
        Process program = Process.Start(start)!;
        if (saysReady)
            Assert.StartsWith("ready", await program.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        return program;
    }

    // Built programs are in the checkout, and files that a page has in /tmp in the folder of the test.
    private static string Placed(string text, TestFolder folder) =>
        text.Replace("/tmp/", $"{folder.Path}/", StringComparison.Ordinal).Replace("artifacts/bin/", $"{Repository.Root}/artifacts/bin/", StringComparison.Ordinal);

    // The lines typed, each with the lines that the document shows below it.
    private IEnumerable<(string Line, string[] Shown)> Steps()
    {
        string[] lines = File.ReadAllLines(Path.Combine(Repository.Root, "docs", page));
        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i].StartsWith("> ", StringComparison.Ordinal) || lines[i].StartsWith("$ fathom ", StringComparison.Ordinal) || Started().IsMatch(lines[i]))
            {
                yield return (lines[i], [.. lines.Skip(i + 1).TakeWhile(static line =>
                    !line.StartsWith("```", StringComparison.Ordinal) && !line.StartsWith("$ ", StringComparison.Ordinal) && !line.StartsWith("> ", StringComparison.Ordinal))]);
            }
        }
    }

    // What does not change from run to run: headings, and the names of types and fields. Shares do: runtimes keep buffers of their own.
    private static IEnumerable<string> Names(string shown, int line) =>
        Share().Split(shown).SelectMany(static part => part.Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            .Where(cell => (line == 0 && cell.All(static letter => letter is '_' or (>= 'a' and <= 'z')))
                || s_steady.Any(start => cell.StartsWith(start, StringComparison.Ordinal)) || cell.Contains('<', StringComparison.Ordinal))
            .Where(static cell => !cell.EndsWith("[]", StringComparison.Ordinal));

    [GeneratedRegex(@"\d[\d,.]* %")]
    private static partial Regex Share();

    [GeneratedRegex(@"^\$ (?:sudo )?dotnet run --project samples/(?<sample>\w+)(?: -- (?<arguments>.*))?$")]
    private static partial Regex Started();
}
