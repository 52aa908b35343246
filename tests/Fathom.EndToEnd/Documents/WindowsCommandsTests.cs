using System.IO.Compression;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>
/// The commands of the documents that are asked about a Windows trace, on a public one. What stands below a command of docs/etl.md that names this file
/// is what it prints.
/// </summary>
[Trait("Category", "Slow")]
[Trait(Needs.Trait, Needs.DataReason)]
public sealed class WindowsCommandsTests : IDisposable
{
    private const string Page = "docs/etl.md";
    private const string Public = "net.4.5.2.x86.etl.zip";

    private readonly TestFolder _folder = new();

    public WindowsCommandsTests()
    {
        string packed = Path.Combine(Needs.DataFolder(), "etl", "perfview", Public);
        File.Copy(packed, _folder.File(Public));
        File.Copy(packed, _folder.File("trace.etl.zip"));
        Directory.CreateDirectory(_folder.File("traces"));
        Directory.CreateDirectory(_folder.File("read"));
        using ZipArchive zip = ZipFile.OpenRead(packed);
        ZipArchiveEntry trace = zip.Entries.Single(static entry => entry.Name.EndsWith(".etl", StringComparison.Ordinal));
        foreach (string name in (string[])["trace.etl", "before.etl", "after.etl", "traces/one.etl"])
            trace.ExtractToFile(_folder.File(name));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Every_command_on_a_Windows_trace_works_as_it_stands_there()
    {
        List<string> wrong = [];
        DocumentedCommand[] all = [.. DocumentedCommand.Pages().SelectMany(DocumentedCommand.Of).Where(static one => one.WhyNot == DocumentedCommand.OfWindows).Distinct()];
        foreach (DocumentedCommand command in all)
        {
            ToolRun run = await FathomTool.ShellAsync(command.Text, command.Environment(_folder), _folder.Path);
            if (run.ExitCode != 0)
                wrong.Add($"{command.Text}\n  ended with {run.ExitCode}: {run.Error}");
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
        Assert.True(all.Length > 20, string.Join('\n', all.Select(static one => one.Text)));
    }

    [Fact]
    public async Task The_story_shows_what_the_commands_print()
    {
        List<string> wrong = [];
        int shown = 0;
        foreach ((string command, string output) in Story())
        {
            ToolRun run = await FathomTool.ShellAsync($"{command} 2>&1", new Dictionary<string, string> { ["TMPDIR"] = _folder.Path }, _folder.Path);
            string[] printed = [.. run.Out.Split('\n').Select(static line => line.TrimEnd())];
            // A line with … alone stands for those that are left out.
            string[] missing = [.. output.Split('\n').Select(static line => line.TrimEnd()).Where(line => line is not ("" or "…") && !printed.Contains(line))];
            if (missing.Length > 0 || run.ExitCode != 0)
                wrong.Add($"{command} does not print:\n{string.Join('\n', missing)}\nbut:\n{run.Out}");
            shown++;
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
        Assert.True(shown >= 6, $"{shown} commands");
    }

    // A block whose first line is a command behind '$', and then what it prints.
    private static IEnumerable<(string Command, string Output)> Story()
    {
        string[] blocks = File.ReadAllText(Path.Combine(Repository.Root, Page)).Split("```");
        return from block in blocks.Where(static (_, place) => place % 2 == 1)
               let lines = block.Split('\n', 3)
               where lines.Length == 3 && lines[1].StartsWith("$ fathom ", StringComparison.Ordinal) && lines[1].Contains(Public, StringComparison.Ordinal)
               select (lines[1][2..], lines[2]);
    }
}
