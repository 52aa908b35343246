using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Trends;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Memory;

/// <summary><c>fathom memory</c> over files.</summary>
public sealed class MemoryCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public async Task A_memory_map_of_VMMap_is_a_source_with_the_row_names_of_the_earlier_tool_and_its_committed_bytes()
    {
        string file = Path.Combine(Needs.DataFolder(), "memory/memanalyzer/vmmap.csv");

        HostRun balance = await RunAsync("memory", file, "--save", _folder.File("v.fathom"));
        HostRun classic = await RunAsync("memory", _folder.File("v.fathom"), "--layout", "classic");

        Assert.Equal((ExitCode.Ok, ExitCode.Ok), (balance.Code, classic.Code));
        Snapshot.Match($"{balance.Out}\n{classic.Out}", "memory-vmmap.txt");
    }

    [Fact]
    public async Task A_damaged_memory_map_is_one_sentence_and_one_next_step()
    {
        await File.WriteAllTextAsync(_folder.File("v.csv"), "\"Process:\",\"Shop.exe\"\n\n\"PID:\",\"47", TestContext.Current.CancellationToken);

        HostRun run = await RunAsync("memory", _folder.File("v.csv"));
        HostRun heap = await RunAsync("heap", _folder.File("v.csv"));

        Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
        // A busy machine says what it is doing.
        string said = string.Join('\n', (run.Error + heap.Error).Split('\n').Where(line => !line.EndsWith('…')));
        Snapshot.Match(said.Replace(_folder.Path, "FOLDER"), "memory-vmmap-damaged.txt");
    }

    [Fact]
    public async Task Two_moments_inside_a_recording_of_a_watch_are_compared_and_what_is_no_such_recording_is_refused()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        string recording = _folder.File("a.fathom");
        TrendRecordings.Small(_folder, "a", 1 << 20).Dispose();

        HostRun all = await RunAsync("memory", "diff", recording);
        HostRun part = await RunAsync("memory", "diff", recording, "--from", "1s", "--to", "2min");
        HostRun[] refused =
        [
            await RunAsync("memory", "diff", recording, "--from", "1h"),
            await RunAsync("memory", "diff", recording, "--from", "long ago"),
            await RunAsync("memory", "diff", recording, recording, "--to", "1h"),
            await RunAsync("memory", "diff", $"pid:{sample.Pid}"),
        ];

        Assert.Equal([ExitCode.Target, ExitCode.Usage, ExitCode.Usage, ExitCode.Usage], refused.Select(run => run.Code));
        string errors = string.Concat(refused.Select(run => run.Error)).Replace(_folder.Path, "FOLDER").Replace($"{sample.Pid}", "PID");
        Snapshot.Match($"{all.Out}\n{part.Out}\n{errors}", "memory-moments.txt");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_limit_on_a_category_that_is_divided_is_not_judged_and_one_on_its_parts_is()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        string pid = $"pid:{sample.Pid}", recording = _folder.File("a.fathom");

        HostRun saved = await RunAsync("memory", pid, "--save", recording);
        HostRun whole = await RunAsync("memory", recording, "--fail-if", "category=malloc,rss_bytes=1..");
        HostRun parts = await RunAsync("memory", recording, "--fail-if", "category=malloc*,rss_bytes=1..");
        HostRun kept = await RunAsync("memory", recording, "--fail-if", "category=malloc*,rss_bytes=900GiB..");
        HostRun diff = await RunAsync("memory", "diff", recording, recording, "--fail-if", "category=malloc,delta_bytes=10MiB..");

        Assert.Equal(
            (ExitCode.Ok, ExitCode.Partial, ExitCode.LimitBroken, ExitCode.Ok, ExitCode.Partial),
            (saved.Code, whole.Code, parts.Code, kept.Code, diff.Code));
        Assert.Contains(
            "limit not judged: category=malloc,rss_bytes=1..: that category is divided here into 'malloc, free' and 'malloc, in use'; write category=malloc* for each of them",
            whole.Error,
            StringComparison.Ordinal);
        Assert.Contains("limit not judged: category=malloc,delta_bytes=10MiB..: that category is divided here", diff.Error, StringComparison.Ordinal);
    }

    private static Task<HostRun> RunAsync(params string[] args) =>
        HostRun.OfAsync([.. VerbCatalog.All], TerminalFacts.Redirected, args, TestContext.Current.CancellationToken);
}
