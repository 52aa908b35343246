using System.Globalization;
using System.Text;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Recordings;

/// <summary>Every view that the recordings of earlier versions know, on terminals of 80 and 120 columns.</summary>
public sealed class TerminalWidthTests
{
    private const int ShownLines = 12;

    private static string Folder { get; } = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings", "2026-11");

    public static TheoryData<string> Views { get; } =
        [.. File.ReadLines(Path.Combine(Folder, "views.txt")).Where(static line => !line.StartsWith('#')).Select(static line => line.Split(' ')[1..].First(static word => word != "R")).Distinct()];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Views))]
    public async Task No_line_is_wider_than_the_terminal(string verb)
    {
        StringBuilder shown = new();
        foreach (string line in File.ReadLines(Path.Combine(Folder, "views.txt")).Where(line => line.Split(' ') is [not "#", var first, ..] && first == verb))
        {
            foreach (int width in (int[])[80, 120])
            {
                string[] words = line.Split(' ');
                // A short name, because notes and errors are broken where it ends.
                string[] args = [.. words.Skip(1).Select(word => word == "R" ? Path.Combine(Folder, words[0] + ".fathom.zip") : word)];
                HostRun run = await HostRun.OfAsync([.. VerbCatalog.All], new TerminalFacts(true, true, width, Colour: false), args, TestContext.Current.CancellationToken);
                Assert.All(run.Out.Split('\n'), text => Assert.True(WidthOf(text) <= width || text.StartsWith("next: ", StringComparison.Ordinal), $"{line} at {width}: {text}"));
                if (!run.Error.Contains(Folder, StringComparison.Ordinal))
                    Assert.All(
                        run.Error.Split('\n'),
                        text => Assert.True(WidthOf(text) <= width || text.Contains("next: ", StringComparison.Ordinal) || !text.Trim().Contains(' ', StringComparison.Ordinal),
                            $"{line} at {width}: {text}"));
                shown.Append(CultureInfo.InvariantCulture, $"### {line} | {width} columns\n{string.Join('\n', run.Out.Split('\n').Take(ShownLines))}\n\n");
            }
        }

        Snapshot.Match(shown.ToString(), $"width-{verb}.txt");
    }

    private static int WidthOf(string text) => text.EnumerateRunes().Count();
}
