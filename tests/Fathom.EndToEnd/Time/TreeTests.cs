using System.Text;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>What trees and files for other tools refuse. What they show of a program: <see cref="NineCausesTests"/>.</summary>
public sealed class TreeTests
{
    [Fact]
    public async Task What_contradicts_itself_or_has_no_effect_is_one_sentence()
    {
        using TestFolder folder = new();
        string data = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data");
        File.Copy(Path.Combine(data, "events.nettrace"), folder.File("app.nettrace"));
        StringBuilder said = new();
        foreach (string line in new[]
        {
            "cpu app.nettrace --tree --lines Main", "cpu app.nettrace --tree --callers Main",
            "waits app.nettrace --callees Main --by cause", "allocs app.nettrace --tree --by type",
            "cpu app.nettrace --min-share 3%", "waits app.nettrace --all-frames",
            "cpu app.nettrace --tree --min-share much", "cpu app.nettrace --tree --min-share 101",
            "cpu app.nettrace --tree --format folded", "allocs app.nettrace --format folded --columns id",
            "gc app.nettrace --format speedscope", "cpu app.nettrace --format svg",
            "cpu app.nettrace --format html --tree", "cpu app.nettrace --format pprof --columns id", "gc app.nettrace -o gc.html",
            "cpu app.nettrace -o app.svg", "cpu app.nettrace --format folded --min-share 2%",
        })
        {
            ToolRun run = await FathomTool.RunAsync(line.Split(' '), null, folder: folder.Path);
            Assert.Equal("", run.Out);
            Assert.Equal(2, run.ExitCode);
            said.Append($"$ fathom {line}\n{run.Error}\n");
        }

        Snapshot.Match(said.ToString(), "tree-bad-input.txt");
        Assert.Equal(["app.nettrace"], Directory.EnumerateFileSystemEntries(folder.Path).Select(Path.GetFileName));
    }
}
