using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>The commands of <c>docs/leak-hunt.md</c>, run as they stand there, in order, on the program that they are about.</summary>
public sealed class LeakHuntTests
{
    [Fact]
    public async Task Every_command_of_the_leak_hunt_works_and_the_names_that_it_shows_are_in_its_answer()
    {
        using TestFolder folder = new();
        using Process leak = Process.Start(new ProcessStartInfo(Path.Combine(Repository.SampleFolder("Leak"), "Leak")) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        try
        {
            List<string> answers = [];
            foreach ((string line, string[] shown) in Steps())
            {
                if (line.StartsWith("> ", StringComparison.Ordinal))
                {
                    await leak.StandardInput.WriteLineAsync(line[2..]);
                    await leak.StandardInput.FlushAsync(TestContext.Current.CancellationToken);
                    Assert.StartsWith("done ", await leak.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
                    continue;
                }

                // Another program of that name may run here.
                ToolRun run = await FathomTool.ShellAsync(line[2..].Replace(" Leak", $" pid:{leak.Id}", StringComparison.Ordinal), folder: folder.Path);
                Assert.True(run.ExitCode == (line.Contains("--fail-if", StringComparison.Ordinal) ? 10 : 0), $"{line}\n{run}");
                Assert.All(shown.SelectMany(Names), name => Assert.Contains(name, run.Out, StringComparison.Ordinal));
                answers.Add(run.Out);
            }

            Assert.Equal(9, answers.Count);
            Assert.Contains(answers, answer => answer.Contains("held by static field Shop.OrderCache.s_handled", StringComparison.Ordinal));
        }
        finally
        {
            leak.StandardInput.Close();
            await leak.WaitForExitAsync(TestContext.Current.CancellationToken);
        }
    }

    // The lines typed, each with the lines that the document shows below it.
    private static IEnumerable<(string Line, string[] Shown)> Steps()
    {
        string[] lines = File.ReadAllLines(Path.Combine(Repository.Root, "docs", "leak-hunt.md"));
        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i].StartsWith("> ", StringComparison.Ordinal) || lines[i].StartsWith("$ fathom ", StringComparison.Ordinal))
            {
                yield return (lines[i], [.. lines.Skip(i + 1).TakeWhile(static line =>
                    !line.StartsWith("```", StringComparison.Ordinal) && !line.StartsWith("$ ", StringComparison.Ordinal) && !line.StartsWith("> ", StringComparison.Ordinal))]);
            }
        }
    }

    // What does not change from run to run: the names of types, fields and columns.
    private static IEnumerable<string> Names(string shown) =>
        shown.Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(static cell => cell.StartsWith("System.", StringComparison.Ordinal) || cell.StartsWith("Shop.", StringComparison.Ordinal) || cell.StartsWith("static field ", StringComparison.Ordinal) || cell.EndsWith("_bytes", StringComparison.Ordinal))
            .Where(static cell => !cell.Contains("Entry[]", StringComparison.Ordinal));
}
