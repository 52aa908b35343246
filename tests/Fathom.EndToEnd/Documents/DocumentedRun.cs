using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>All commands of a page, run as they stand there and in order, on a sample program.</summary>
internal static class DocumentedRun
{
    /// <summary>Runs it.</summary>
    /// <param name="page">The page.</param>
    /// <param name="recorded">The recording that its commands ask; null for a page that asks none.</param>
    public static async Task OfAsync(string page, RecordedSample? recorded = null)
    {
        using TestFolder folder = new();
        using SampleProcess target = SampleProcess.Start("Idle"), other = SampleProcess.Start("Idle");
        await DocumentFixture.PrepareAsync(page, folder, target.Pid, recorded);
        List<string> wrong = [];
        foreach (DocumentedCommand command in DocumentedCommand.Of(page))
        {
            if (command.Line(target.Pid, other.Pid) is not { } line)
                continue;
            ToolRun run = await FathomTool.ShellAsync(line, command.Environment(folder), folder.Path);
            // What other tests do meanwhile may make a recording partial.
            bool isPartial = run.ExitCode == 1 && run.Error.Contains("warning: the answer is partial", StringComparison.Ordinal);
            bool isSaid = command.Says is { } said ? run.Error.Contains(said, StringComparison.Ordinal) : !run.Error.Contains("error:", StringComparison.Ordinal);
            if (!isSaid || !(isPartial || command.Ends.Contains(run.ExitCode)))
                wrong.Add($"{page}: {command.Text}\n  run as: {line}\n  ended with {run.ExitCode}: {run.Error}");
        }

        Assert.True(wrong.Count == 0, string.Join("\n", wrong));
        Assert.True(target.IsRunning);
    }
}
