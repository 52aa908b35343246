using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>CSV files that gain the rows of one moment after the other.</summary>
public sealed class HeapTrendTests : IDisposable
{
    private const string Header = "utc,pid,name,command_line,age_s,context,type,module,count,size_bytes,average_bytes";
    private readonly TestFolder _folder = new();
    private readonly string _mark = $"--mark-{Guid.NewGuid():N}";
    private readonly SampleProcess _sample;

    public HeapTrendTests() => _sample = SampleProcess.Start("HeapMix", "1200", _mark);

    private string Subject => $"pid:{_sample.Pid}";

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Appended_rows_follow_one_header_and_say_which_moment_and_context_they_are_of()
    {
        string file = _folder.File("leak.csv");

        ToolRun first = await FathomTool.RunAsync("heap", Subject, "-o", file, "--append", "--label", "context=run-1", "--time", "2026-11-21T10:00:00Z");
        ToolRun second = await FathomTool.RunAsync("heap", Subject, "-o", file, "--append", "--label", "context=run-2", "--time", "2026-11-21T11:00:00Z");

        Assert.True(first.ExitCode == 0 && second.ExitCode == 0, $"{first}{second}");
        string[] lines = await File.ReadAllLinesAsync(file, TestContext.Current.CancellationToken);
        Assert.Equal(Header, lines[0]);
        Assert.Single(lines, line => line == Header);
        Assert.Contains(lines, line => line.StartsWith($"2026-11-21T10:00:00Z,{_sample.Pid},HeapMix,", StringComparison.Ordinal) && line.Contains(",run-1,", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith($"2026-11-21T11:00:00Z,{_sample.Pid},HeapMix,", StringComparison.Ordinal) && line.Contains(",run-2,", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_file_with_another_header_is_refused_before_the_process_is_stopped_and_keeps_every_byte()
    {
        string file = _folder.File("other.csv");
        await File.WriteAllTextAsync(file, "utc,what\n2026-11-21T10:00:00Z,mine\n", TestContext.Current.CancellationToken);

        ToolRun run = await FathomTool.RunAsync("heap", Subject, "-o", file, "--append");

        Assert.Equal(3, run.ExitCode);
        Assert.DoesNotContain("stopping", run.Error, StringComparison.Ordinal);
        Assert.Equal("utc,what\n2026-11-21T10:00:00Z,mine\n", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_rename_rule_decides_the_name_in_the_file()
    {
        string rules = _folder.File("rename.txt");
        await File.WriteAllTextAsync(rules, $"HeapMix: {_mark} -> small-mix\n", TestContext.Current.CancellationToken);
        string file = _folder.File("named.csv");

        ToolRun run = await FathomTool.RunAsync("heap", "small-mix", "--rename", rules, "-o", file, "--append", "--totals");

        Assert.True(run.ExitCode == 0, run.ToString());
        string[] lines = await File.ReadAllLinesAsync(file, TestContext.Current.CancellationToken);
        Assert.Equal("utc,pid,name,command_line,age_s,context,kind,count,size_bytes", lines[0]);
        Assert.Equal(4, lines.Length);
        Assert.All(lines[1..], line => Assert.Contains($",{_sample.Pid},small-mix,", line, StringComparison.Ordinal));
    }

    [Fact]
    public async Task CSV_on_standard_output_has_the_columns_of_the_verb_only()
    {
        ToolRun run = await FathomTool.RunAsync("heap", Subject, "--format", "csv", "--where", "count=1000..");

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("type,module,count,size_bytes,average_bytes\n", run.Out, StringComparison.Ordinal);
    }
}
