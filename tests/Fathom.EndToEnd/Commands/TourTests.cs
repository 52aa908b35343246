using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Commands;

public sealed class TourTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_tour_names_the_leaking_type_says_what_to_try_next_and_leaves_nothing_behind()
    {
        using TestFolder folder = new();

        ToolRun run = await FathomTool.RunAsync(["tour"], new Dictionary<string, string> { ["TMPDIR"] = folder.Path }, timeout: TimeSpan.FromMinutes(3));

        Assert.True(run.Code == ExitCode.Ok, run.ToString());
        Assert.Contains("What leaks: Shop.Order, +80,000 objects", run.Out, StringComparison.Ordinal);
        Assert.Equal(4, run.Out.Split('\n').Count(line => line.StartsWith("  fathom ", StringComparison.Ordinal)));
        Assert.Contains("What is slow: threads in Shop.Stock.Reserve wait for ", run.Out, StringComparison.Ordinal);
        Assert.Contains("2. it has handled 20,000 orders", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(Directory.EnumerateFileSystemEntries(folder.Path), entry => Path.GetFileName(entry).StartsWith("fathom", StringComparison.Ordinal));
        Process[] programs = [.. Process.GetProcessesByName("Leak"), .. Process.GetProcessesByName("Slow")];
        Assert.DoesNotContain(programs, process => process.MainModule?.FileName.StartsWith(folder.Path, StringComparison.Ordinal) == true);
    }
}
