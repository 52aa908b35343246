using System.Globalization;
using System.Text;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>What a user sees on a real pseudo terminal of 80, 100 and 120 columns.</summary>
public sealed class TerminalTests
{
    private static readonly string[] s_commands =
    [
        "heap live --top 5", "heap diff live live --top 5", "memory memory --top 5", "stacks locks --top 3", "findings findings --top 3", "heap --help", "heap diff live", "heap nobody-runs-this",
    ];

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(80)]
    [InlineData(100)]
    [InlineData(120)]
    public async Task Every_line_fits_and_reads_as_it_was_read_before(int columns)
    {
        string folder = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings", "2026-11");
        StringBuilder shown = new();
        foreach (string command in s_commands)
        {
            string[] words = [.. command.Split(' ').Select((word, i) => i > 0 && Path.Combine(folder, $"{word}.fathom.zip") is var file && File.Exists(file) ? file : word)];
            (int exitCode, string[] lines) = await PseudoTerminal.RunAsync(columns, words);
            // The names of the files are as long as the folder of this clone.
            Assert.All(lines, line => Assert.True(line.Length <= columns || line.Contains(folder, StringComparison.Ordinal) || IsOneWord(line), $"{command} at {columns}: {line}"));
            string[] kept = [.. lines.Where(line => !line.Contains(".fathom.zip", StringComparison.Ordinal))];
            shown.Append(CultureInfo.InvariantCulture, $"### {command} | ends with {exitCode}\n{string.Join('\n', kept)}\n");
        }

        Snapshot.Match(shown.ToString(), $"terminal-{columns}.txt");
    }

    [Theory]
    [InlineData(24)]
    [InlineData(40)]
    public async Task The_first_rows_do_not_scroll_away(int rows)
    {
        string file = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings", "2026-11", "live.fathom.zip");

        (int exitCode, string[] lines) = await PseudoTerminal.RunAsync(80, rows, ["heap", file]);
        (_, string[] asked) = await PseudoTerminal.RunAsync(80, rows, ["heap", file, "--top", "30"]);

        Assert.Equal(0, exitCode);
        // The last one, which is empty, is for the prompt.
        Assert.Equal((rows, ""), (lines.Length, lines[^1]));
        Assert.True(asked.Length > rows, string.Join('\n', asked));
    }

    [Fact]
    public async Task Progress_leaves_nothing_and_notes_stand_in_lines_of_their_own()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix");

        (int exitCode, string[] lines) = await PseudoTerminal.RunAsync(80, "heap", $"pid:{sample.Pid}", "--memory", "--live");

        Assert.Equal(0, exitCode);
        Assert.Contains(lines, static line => line.StartsWith("note: ", StringComparison.Ordinal));
        Assert.All(lines, static line => Assert.True(line.IndexOf("note: ", StringComparison.Ordinal) <= 0, line));
        Assert.DoesNotContain(lines, static line => line.EndsWith('…') && !line.StartsWith('…'));
        Assert.All(lines, static line => Assert.InRange(line.Length, 0, 80));
    }

    private static bool IsOneWord(string line) => !line.Trim().Contains(' ', StringComparison.Ordinal);
}
