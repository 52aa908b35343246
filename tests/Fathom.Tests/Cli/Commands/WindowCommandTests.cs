using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Time;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>A part of the time of a recording of 400 ns: what verbs say of it, and what is none.</summary>
public sealed class WindowCommandTests(WindowCommandTests.Traced traced) : IClassFixture<WindowCommandTests.Traced>
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("cpu")]
    [InlineData("cpu --lines Shop.M1")]
    [InlineData("waits --idle")]
    [InlineData("waits --by method")]
    [InlineData("processes")]
    [InlineData("machine")]
    [InlineData("machine --each")]
    [InlineData("threads")]
    [InlineData("threads --each")]
    [InlineData("events")]
    [InlineData("events --each")]
    [InlineData("gc")]
    [InlineData("gc --each")]
    [InlineData("allocs")]
    [InlineData("allocs --by method")]
    [InlineData("exceptions")]
    [InlineData("exceptions --each")]
    [InlineData("requests")]
    [InlineData("requests --each")]
    public async Task Every_verb_about_time_says_which_part_of_it_the_answer_is_about(string verb)
    {
        HostRun part = await RunAsync(verb, "--from 100ns --to -50ns"), all = await RunAsync(verb, "");

        Assert.Equal(ExitCode.Ok, part.Code);
        Assert.Contains(", 100 ns to 350 ns of 400 ns", part.Out, StringComparison.Ordinal);
        Assert.Contains(", 400 ns", all.Out, StringComparison.Ordinal);
        Assert.NotEqual(all.Out.Split('\n', 2)[1], part.Out.Split('\n', 2)[1]);
    }

    [Theory]
    [InlineData("--from 100ns", ", 100 ns to 400 ns of 400 ns")]
    [InlineData("--to 0.1us", ", 0 s to 100 ns of 400 ns")]
    [InlineData("--from -100ns", ", 300 ns to 400 ns of 400 ns")]
    [InlineData("--from=-100ns --to 2h", ", 300 ns to 400 ns of 400 ns")]
    [InlineData("--from -1min --to -100ns", ", 0 s to 300 ns of 400 ns")]
    public async Task One_bound_is_enough_and_a_negative_one_counts_from_the_end(string options, string said) =>
        Assert.Contains(said, (await RunAsync("gc", options)).Out, StringComparison.Ordinal);

    [Theory]
    [InlineData("--zero 100ns", ", 400 ns, counted from 100 ns\n")]
    [InlineData("--zero 100ns --from 0s", ", 0 s to 300 ns of 400 ns, counted from 100 ns\n")]
    [InlineData("--zero -100ns --from -50ns --to 60ns", ", -50 ns to 60 ns of 400 ns, counted from 300 ns\n")]
    [InlineData("--zero marker:m1 --to 10ns", " of 400 ns, counted from marker:m1 at ")]
    [InlineData("--zero 100ns --from 10ns --during gc", " of 10 ns to 300 ns of 400 ns, counted from 100 ns\n")]
    public async Task Times_are_those_since_the_moment_that_counts_as_0(string options, string said)
    {
        HostRun run = await RunAsync("gc", options);

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.Contains(said, run.Out, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Moments_of_rows_and_conditions_and_files_count_from_it_too()
    {
        using TestFolder folder = new();
        string file = folder.File("when.csv");
        File.WriteAllText(file, "from_ns,to_ns\n-60,-30\n0,20\n");
        string[] plain = await StartsAsync(""), since = await StartsAsync("--zero 100ns"), late = await StartsAsync("--zero 100ns --where start_ns=0ns..");
        string[] part = await StartsAsync("--zero 100ns --from -60ns --to 20ns"), same = await StartsAsync("--from 40ns --to 120ns");

        Assert.Equal(plain.Select(static ns => Number(ns) - 100), since.Select(Number));
        Assert.Equal(since.Where(static ns => Number(ns) >= 0), late);
        Assert.InRange(late.Length, 1, since.Length - 1);
        Assert.Equal(same.Select(static ns => Number(ns) - 100), part.Select(Number));
        Assert.Equal((await RunAsync("waits", $"--zero 100ns --during {file}")).Out.Split('\n', 2)[1], (await RunAsync("waits", $"--during {Absolute()}")).Out.Split('\n', 2)[1]);

        static long Number(string ns) => long.Parse(ns, System.Globalization.CultureInfo.InvariantCulture);

        string Absolute()
        {
            string absolute = folder.File("absolute.csv");
            File.WriteAllText(absolute, "from_ns,to_ns\n40,70\n100,120\n");
            return absolute;
        }

        async Task<string[]> StartsAsync(string options) =>
            [.. (await RunAsync("waits", $"--each --idle --all-processes --columns start_ns --format csv {options}")).Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1)];
    }

    [Fact]
    public async Task An_empty_window_says_so_and_is_no_failure()
    {
        HostRun run = await RunAsync("exceptions", "--from 1ns --to 2ns");

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.Contains("nothing lies within the window", run.Out + run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bounds_that_are_none_end_with_one_sentence_and_a_next_step()
    {
        (string Verb, string Options)[] wrong =
        [
            ("cpu", "--from 3"), ("cpu", "--from soon"), ("waits", "--to 3MiB"), ("gc", "--from 2s"), ("gc", "--to -2s"), ("gc", "--to 0s"),
            ("gc", "--from 200ns --to 100ns"), ("gc", "--from 100ns --to 100ns"), ("gc", "--from -100ns --to 200ns"),
            ("threads", "--from 2026-11-26T10:00:00Z"),
            ("threads", "--from 2026-11-26T10:00"), ("threads", "--to 99999999999h"), ("events", "--cost --from 1ns"),
            ("symbols", "--from 1ns"), ("gc", "--from marker:"), ("gc", "--to first:"),
            ("gc", "--zero soon"), ("gc", "--zero 1s"), ("gc", "--zero last:"), ("events", "--cost --zero 1ns"), ("gc", "--zero 300ns --from 100ns"),
            ("gc", "--zero 300ns --to -300ns"), ("gc", "--zero 300ns --from 50ns --to 20ns"),
        ];
        List<string> said = [];
        foreach ((string verb, string options) in wrong)
        {
            HostRun run = await RunAsync(verb, options);
            Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
            said.Add($"$ fathom {verb} slow.fathom {options}\n{run.Error.Replace(traced.Path, "slow.fathom", StringComparison.Ordinal)}");
        }

        Snapshot.Match(string.Join('\n', said), "window.errors.txt");
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("gc")]
    [InlineData("contention")]
    [InlineData("request:*")]
    [InlineData("markers:m*,m*")]
    public async Task An_answer_within_intervals_says_of_which_and_how_long_they_are(string what)
    {
        foreach (string verb in (string[])["cpu", "waits", "cpu --tag Other", "why", "machine", "processes"])
        {
            HostRun part = await RunAsync(verb, $"--during {what} --to 350ns");

            Assert.Equal((ExitCode.Ok, true), (part.Code, part.Out.Length > 0));
            Assert.Matches(", within [0-9]+ [a-z ]+( \\([0-9]+ without an end left out\\))?, [0-9]+ ns of 0 s to 350 ns of 400 ns", part.Out);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task No_interval_is_no_failure_and_says_why()
    {
        (string Verb, string Options)[] asked =
        [
            ("cpu", "--during request:nothing*"), ("waits", "--during markers:never,m*"), ("gc", "--during gc --from 399ns"), ("why", "--during request:nothing"),
            ("machine", "--during request:nothing"), ("processes", "--during request:nothing"), ("cpu --tree", "--during request:nothing"),
        ];
        List<string> said = [];
        foreach ((string verb, string options) in asked)
        {
            HostRun run = await RunAsync(verb, options);
            Assert.Equal((verb, ExitCode.Ok), (verb, run.Code));
            said.Add($"$ fathom {verb} slow.fathom {options}\n{(run.Out + run.Error).Replace(traced.Path, "slow.fathom", StringComparison.Ordinal)}");
        }

        Snapshot.Match(string.Join('\n', said), "during.empty.txt");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Intervals_of_a_file_are_nanoseconds_or_times_with_units()
    {
        using TestFolder folder = new();
        string numbers = folder.File("a.csv"), times = folder.File("b.csv"), bare = folder.File("c.csv");
        File.WriteAllText(numbers, "what,from_ns,to_ns\nx,100,150\ny,140,200\n");
        File.WriteAllText(times, "from,to\n0.1us,0.2us\n");
        File.WriteAllText(bare, "100,200\n");

        string[] bodies = await Task.WhenAll(((string[])[$"--during {numbers}", $"--during {times}", $"--during {bare}", "--from 100ns --to 200ns"])
            .Select(async options => (await RunAsync("waits", options)).Out.Split('\n', 2)[1]));

        Assert.Equal(bodies[3], Assert.Single(bodies.Distinct()));
        Assert.Contains("within 2 intervals, 100 ns of 400 ns", (await RunAsync("waits", $"--during {numbers}")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_of_intervals_with_a_mistake_names_file_and_line()
    {
        using TestFolder folder = new();
        string file = folder.File("when.csv");
        List<string> said = [];
        foreach (string text in (string[])["", "from,to\n", "from,until\n1,2\n", "from_ns,to_ns\n1,2\n3\n", "1,2\n5,5\n", "1,2\n7,soon\n", "from,to\n1s,2MiB\n", "-1,4\n", "1,\"2\n"])
        {
            File.WriteAllText(file, text);
            HostRun run = await RunAsync("cpu", $"--during {file}");
            Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
            said.Add(run.Error.Replace(file, "when.csv", StringComparison.Ordinal));
        }

        foreach (string options in (string[])["gone.csv", "request:", "request", "gc:2", "markers", "markers:a", "lunch", ""])
        {
            HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["cpu", traced.Path, "--during", options], CancellationToken.None);
            Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
            said.Add(run.Error);
        }

        Snapshot.Match(string.Join('\n', said), "during.errors.txt");
    }

    [Fact]
    public async Task JSON_says_which_part_the_answer_is_about()
    {
        JsonElement part = await AboutAsync("--from 100ns --to -50ns"), all = await AboutAsync(""), since = await AboutAsync("--zero 100ns --from 20ns");

        Assert.Equal((100, 350), (part.GetProperty("from_ns").GetInt64(), part.GetProperty("to_ns").GetInt64()));
        Assert.Equal((JsonValueKind.Null, JsonValueKind.Null), (all.GetProperty("from_ns").ValueKind, all.GetProperty("to_ns").ValueKind));
        Assert.Equal(("100ns", 100, 120), (since.GetProperty("zero").GetString(), since.GetProperty("zero_ns").GetInt64(), since.GetProperty("from_ns").GetInt64()));
        Assert.Equal((JsonValueKind.Null, JsonValueKind.Null), (part.GetProperty("zero").ValueKind, part.GetProperty("zero_ns").ValueKind));

        async Task<JsonElement> AboutAsync(string options) =>
            JsonDocument.Parse((await RunAsync("gc", $"{options} --format json")).Out).RootElement.GetProperty("about")[0];
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("--from first:Shop.M1")]
    [InlineData("--from first:M2 --to last:M2")]
    [InlineData("--from process-start --to last:Shop.M1")]
    [InlineData("--from last:Shop.M3 --to +10ns")]
    [InlineData("--from marker:none")]
    [InlineData("--from first:Shop.M")]
    [InlineData("--from first:Shop.M12")]
    [InlineData("--from marker:m1 --to marker:none")]
    [InlineData("--zero marker:mm1")]
    [InlineData("--zero first:Shop.M2 --from 0s")]
    public async Task A_part_may_begin_and_end_with_something_of_the_recording(string options)
    {
        HostRun run = await RunAsync("cpu", options);

        string said = run.Code == ExitCode.Ok ? run.Out.Split('\n')[0] : run.Error;
        Snapshot.Match($"{run.Code} {said.Replace(traced.Path, "slow.fathom", StringComparison.Ordinal)}", $"window.{options.Replace(':', ' ').Replace(' ', '.')}.txt");
    }

    private Task<HostRun> RunAsync(string verb, string options)
    {
        string[] words = [.. verb.Split(' '), .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        return HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [words[0], traced.Path, .. words[1..]], CancellationToken.None);
    }

    /// <summary>The recording.</summary>
    public sealed class Traced : IDisposable
    {
        private readonly TestFolder _folder = new();

        public Traced()
        {
            using RecordingReader reader = RandomTrace.Write(_folder, 1);
            Path = _folder.File("1.fathom");
        }

        public string Path { get; }

        public void Dispose() => _folder.Dispose();
    }
}
