using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>Traces of real programs: two windows that adjoin are the whole, whatever the verb.</summary>
[Trait(Needs.Trait, Needs.DataReason)]
public sealed class WindowOfRealTraceTests : IDisposable
{
    private static readonly (string Verb, string Columns)[] s_verbs =
    [
        ("cpu --all-processes", "cpu_total_ns,cpu_self_ns,samples"),
        ("waits --all-processes --idle", "wait_sum_ns,wait_wall_ns,ready_sum_ns,count"),
        ("waits --by method --all-processes", "wait_sum_ns,wait_wall_ns,ready_sum_ns,count"),
        ("threads --all-processes", "running_ns,ready_ns,waiting_ns,unknown_ns,life_ns,cpu_ns"),
        ("processes", "running_ns,ready_ns,waiting_ns,cpu_ns"),
        ("gc", "count,pause_sum_ns"),
        ("gc --each", "duration_ns,pause_ns,suspend_ns"),
        ("events --where pid=1..", "count"),
        ("exceptions", "count"),
        ("allocs", "estimated_bytes,sample_count"),
        ("requests", "count,sum_ns"),
    ];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("cases/starve.nettrace", "-8.123456s", "waits --all-processes --idle,events --where pid=1..")]
    [InlineData("cases/pause4.nettrace", "-1.5s", "gc,gc --each,events --where pid=1..")]
    [InlineData("cases/universal.nettrace", "-512.3ms", "cpu --all-processes,waits --all-processes --idle,threads --all-processes")]
    [InlineData("perf/linux-perf-data/sleep.data", "-0.5s", "threads --all-processes")]
    public async Task Two_windows_of_a_real_trace_add_up_to_it(string file, string cut, string answering)
    {
        string recording = _folder.File("real.fathom");
        HostRun made = await RunAsync("extract", Path.Combine(Needs.DataFolder(), file), "--save", recording);
        Assert.True(made.Code is ExitCode.Ok or ExitCode.Partial, made.Error);
        List<string> answered = [];
        foreach ((string verb, string columns) in s_verbs)
        {
            if (await SumsAsync(recording, verb, columns) is not { } whole)
                continue;
            double[]? first = await SumsAsync(recording, verb, columns, "--to", cut);
            double[]? second = await SumsAsync(recording, verb, columns, "--from", cut);

            string[] names = columns.Split(',');
            Assert.Equal(
                names.Select((name, i) => $"{verb}: {name} {whole[i]}"),
                names.Select((name, i) => $"{verb}: {name} {first![i] + second![i]}"));
            if (names.Where((_, i) => first![i] > 0 && second![i] > 0).Any())
                answered.Add(verb);
        }

        Assert.Subset(answered.ToHashSet(), answering.Split(',').ToHashSet());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_side_of_a_comparison_counts_from_a_moment_of_its_own_and_so_do_the_rows()
    {
        string recording = _folder.File("real.fathom");
        HostRun made = await RunAsync("extract", Path.Combine(Needs.DataFolder(), "cases/pause4.nettrace"), "--save", recording);
        Assert.True(made.Code is ExitCode.Ok or ExitCode.Partial, made.Error);
        string table = (await RunAsync("sql", "select start_ns - 1234567890 as start_ns from gc where start_ns >= 1300000000 order by 1", recording, "--format", "csv")).Out;
        string shown = (await RunAsync("gc", recording, "--each", "--zero", "1234567890ns", "--from", "65432110ns", "--columns", "start_ns", "--sort", "start_ns:asc", "--format", "csv")).Out;

        Assert.Equal(table, shown);
        Assert.True(table.Split('\n').Length > 3, table);
        string[] absolute = await BodyAsync("--from", "1s,2s", "--to", "2s,2.8s"), moved = await BodyAsync("--zero", "500ms,1.5s", "--from", "500ms", "--to", "1.5s,1.3s");
        Assert.Equal(absolute, moved);
        Assert.True(absolute.Length > 1);

        async Task<string[]> BodyAsync(params string[] window) =>
            (await RunAsync(["gc", "diff", recording, recording, .. window, "--format", "csv", "--columns", "all"])).Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    // Null where the trace does not have what the verb answers from.
    private static async Task<double[]?> SumsAsync(string recording, string verb, string columns, params string[] window)
    {
        string[] words = verb.Split(' ');
        HostRun run = await RunAsync([words[0], recording, .. words[1..], .. window, "--columns", columns, "--format", "json"]);
        if (run.Code == ExitCode.Target && window.Length == 0)
            return null;
        Assert.True(run.Code is ExitCode.Ok or ExitCode.Partial, $"{verb} {string.Join(' ', window)}: {run.Error}");
        using JsonDocument json = JsonDocument.Parse(run.Out);
        JsonElement[] rows = [.. json.RootElement.GetProperty("rows").EnumerateArray()];
        return
        [
            .. columns.Split(',').Select(column => rows
                .Select(row => row.GetProperty(column))
                .Where(static value => value.ValueKind == JsonValueKind.Number)
                .Sum(static value => value.GetDouble())),
        ];
    }

    private static Task<HostRun> RunAsync(params string[] args) =>
        HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, args, CancellationToken.None);
}
