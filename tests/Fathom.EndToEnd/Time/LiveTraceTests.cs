using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.EndToEnd.Frame;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Time verbs about a process or a program: they record, answer, and leave nothing but what was to be kept.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class LiveTraceTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly TestFolder _folder = new();
    private readonly TestFolder _temporary = new();

    public void Dispose()
    {
        _folder.Dispose();
        _temporary.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_verb_answers_about_a_process_and_keeps_nothing()
    {
        Needs.Perf();
        using SampleProcess shop = SampleProcess.Start("Causes", "shop");
        using SampleProcess customers = SampleProcess.Start("Causes", "customers", shop.Facts.GetProperty("address").GetString()!);
        foreach ((string verb, string column, string known) in new[]
        {
            ("cpu", "method", "Store."), ("waits", "kind", "lock"), ("gc", "reasons", "small objects"), ("requests", "route", "/slots/{…}"),
            ("allocs", "type", "System.String"), ("exceptions", "type", "Exception"), ("threads", "thread", ".NET TP Worker"),
        })
        {
            ToolRun run = await RunAsync(verb, Text(shop.Pid), "--duration", "2s", "--top", "1000", "--format", "json");

            Assert.True(run.ExitCode is 0 or 1, run.ToString());
            JsonElement[] rows = [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
            Assert.Contains(rows, row => row.GetProperty(column).ToString().Contains(known, StringComparison.Ordinal));
            // Those without an answer would say which recording to make.
            Assert.DoesNotContain("fathom record", run.Error, StringComparison.Ordinal);
            Assert.StartsWith($"note: recording Causes (pid {shop.Pid}) for 2.0 s; it needs some percent more CPU time", run.Error, StringComparison.Ordinal);
            Assert.Empty(Left());
        }

        await TargetHealth.CheckAsync(shop, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_answer_is_that_of_the_recording_and_save_keeps_it()
    {
        Needs.Perf();
        using SlowShop shop = new(), twin = new();
        int threads = Threads(shop.Pid), descriptors = Descriptors(shop.Pid);

        ToolRun live = await RunAsync("waits", "Slow", "--duration", "1s"), other = await RunAsync(
            "waits", Text(shop.Pid), "--duration", "1s", "--save", "kept.fathom", "--label", "run=7", "--format", "csv");
        ToolRun again = await RunAsync("waits", "kept.fathom", "--format", "csv"), info = await RunAsync("info", "kept.fathom", "--all");

        // Two processes have that name.
        Assert.Equal((3, ""), (live.ExitCode, live.Out));
        Assert.True(other.ExitCode is 0 or 1, other.ToString());
        Assert.Equal(other.Out, again.Out);
        Assert.Contains("lock,Shop.Stock.Reserve,", other.Out, StringComparison.Ordinal);
        Assert.Contains("run=7", info.Out, StringComparison.Ordinal);
        Assert.Equal([_folder.File("kept.fathom")], Left());
        // What the runtime opened for the events is gone, and both take orders as before.
        await Patience.UntilAsync(() => Threads(shop.Pid) <= threads && Descriptors(shop.Pid) <= descriptors);
        Assert.Equal(Descriptors(twin.Pid), Descriptors(shop.Pid));
        Assert.Equal(("done 5", "done 5"), (shop.Ask("orders 5"), twin.Ask("orders 5")));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_is_started_and_recorded_until_it_ends()
    {
        Needs.Perf();
        string phases = Path.Combine(Repository.SampleFolder("Phases"), "Phases");

        ToolRun run = await RunAsync("cpu", "--", phases, "run", _folder.File("facts.json"), "1", "cpu");
        ToolRun failed = await RunAsync("cpu", "--", "sh", "-c", "exit 7");
        ToolRun early = await RunAsync("waits", "--duration", "1s", "--", "sleep", "5");

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Assert.Contains("CPU time: Phases (pid ", run.Out, StringComparison.Ordinal);
        Assert.Contains("Phases.CpuPhase.Work", run.Out, StringComparison.Ordinal);
        Assert.Contains("note: 'sh' ended with exit code 7", failed.Error, StringComparison.Ordinal);
        Assert.Contains("note: 'sleep' is still running as process ", early.Error, StringComparison.Ordinal);
        Assert.Equal([_folder.File("facts.json")], Left());
    }

    [Fact]
    public async Task Ctrl_C_ends_the_recording_and_the_answer_is_of_the_time_until_then()
    {
        Needs.Perf();
        using SlowShop shop = new();

        (int code, string output, string error) = await InterruptAsync(shop, "-INT");

        Assert.True(code is 0 or 1, output + error);
        Assert.Contains($"Waits: Slow (pid {shop.Pid}) on '", output, StringComparison.Ordinal);
        Assert.Contains("Shop.Stock.Reserve", output, StringComparison.Ordinal);
        Assert.Empty(Left());
        Assert.Equal("done 5", shop.Ask("orders 5"));
    }

    [Fact]
    public async Task After_SIGTERM_nothing_is_left_whether_there_was_time_for_an_answer_or_not()
    {
        Needs.Perf();
        using SlowShop shop = new();

        (int code, string output, string error) = await InterruptAsync(shop, "-TERM");

        Assert.True(code is 0 or 1 or 143, output + error);
        Assert.Empty(Left());
        Assert.Equal("done 5", shop.Ask("orders 5"));
    }

    // Nobody reads the pipe, so it is ended while its folders are open.
    [Fact]
    public async Task Where_SIGTERM_leaves_no_time_for_an_orderly_end_nothing_is_left_either()
    {
        using SlowShop shop = new();
        using FullPipe pipe = new(_folder.File("pipe"));
        string[] words = ["-c", "exec \"$0\" gc \"$1\" --duration 300ms > \"$2\"", FathomTool.Executable, Text(shop.Pid), pipe.Path];
        using Process tool = Process.Start(FathomTool.Start("sh", words, Environment(), _folder.Path))!;
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => FullPipe.IsWaitedForBy(tool.Id));
        Assert.NotEqual([pipe.Path], Left());

        using (Process end = Process.Start("kill", ["-TERM", Text(tool.Id)]))
            await end.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(s_patience, TestContext.Current.CancellationToken);

        Assert.Equal(143, tool.ExitCode);
        Assert.EndsWith("stopped before the result was complete\n", await error, StringComparison.Ordinal);
        Assert.Equal([pipe.Path], Left());
        Assert.Equal("done 5", shop.Ask("orders 5"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_one_that_was_killed_leaves_is_removed_by_the_next_start()
    {
        Needs.Perf();
        using SlowShop shop = new();

        (int code, _, _) = await InterruptAsync(shop, "-KILL");
        foreach (string path in Left())
            File.SetLastWriteTimeUtc(Path.Combine(path, "owner.lock"), DateTime.UtcNow.AddHours(-1));
        ToolRun next = await RunAsync("gc", Text(shop.Pid), "--duration", "300ms");

        Assert.Equal(137, code);
        Assert.True(next.ExitCode is 0 or 1, next.ToString());
        Assert.Empty(Left());
        Assert.Equal("done 5", shop.Ask("orders 5"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_bad_input_is_one_sentence_with_the_next_step_and_leaves_nothing()
    {
        Needs.Perf();
        using Process shell = Process.Start("sleep", "60");
        try
        {
            string data = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");
            File.Copy(data, _folder.File("app.nettrace"));
            StringBuilder said = new();
            foreach (string line in new[]
            {
                "gc app.nettrace --duration 1s", "gc app.nettrace other.nettrace", "gc app.nettrace -- sh", "gc --", "gc", "cpu no-such-process",
                "cpu -- ./no-program", $"cpu {int.MaxValue}", $"gc {shell.Id}", $"gc {shell.Id} --duration 1ms",
                $"gc {shell.Id} --save missing/a.fathom", $"gc {shell.Id} --save app.nettrace",
            })
            {
                ToolRun run = await RunAsync(line.Split(' '));
                said.Append(CultureInfo.InvariantCulture, $"$ fathom {line}\n{run.Out}{run.Error}exit {run.ExitCode}\n\n");
            }

            string told = UnseenProcesses.LeaveOut(said.ToString())
                .Replace(_folder.Path, "FOLDER", StringComparison.Ordinal).Replace(Text(shell.Id), "PID", StringComparison.Ordinal);
            Snapshot.Match(told, "live-bad-input.txt");
            Assert.Equal([_folder.File("app.nettrace")], Left());
        }
        finally
        {
            shell.Kill();
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Without_the_right_to_record_a_verb_that_needs_it_refuses_as_record_does()
    {
        string phases = Path.Combine(Repository.SampleFolder("Phases"), "Phases");

        (int refused, _, string why) = await WithoutKernelAsync("cpu", "--", "true");
        (int code, string output, string error) = await WithoutKernelAsync(
            "exceptions", "--format", "csv", "--columns", "count", "--", phases, "run", _folder.File("facts.json"), "0", "throw");

        Assert.Equal(4, refused);
        Assert.StartsWith("error: The system call filter (seccomp) of this container does not let Fathom call perf_event_open.\n  next: ", why, StringComparison.Ordinal);
        // Runtime events need no such right, and nothing is missing in this answer.
        Assert.Equal((0, "count\n1000\n"), (code, output[output.IndexOf("count", StringComparison.Ordinal)..]));
        Assert.DoesNotContain("note:", error, StringComparison.Ordinal);
        Assert.Equal([_folder.File("facts.json")], Left());
    }

    [Fact]
    public async Task Exceptions_that_are_thrown_again_are_counted_apart()
    {
        string events = Path.Combine(Repository.SampleFolder("Events"), "Events");
        await File.WriteAllTextAsync(_folder.File("typed"), "throw 5\nagain 7\n", TestContext.Current.CancellationToken);

        ToolRun run = await FathomTool.ShellAsync($"fathom exceptions --format csv --columns method,count,again_count -- sh -c '{events} < typed'", folder: _folder.Path);

        Assert.Equal(0, run.ExitCode);
        // Each of seven is thrown, and thrown again by the await. Of "throw;" this runtime has no event.
        Assert.EndsWith(",7,0", Assert.Single(run.Out.Split('\n'), static line => line.Contains("g__Refuse|", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.EndsWith(",7,7", Assert.Single(run.Out.Split('\n'), static line => line.Contains("g__ThrowAgain|", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.EndsWith(",5,0", Assert.Single(run.Out.Split('\n'), static line => line.Contains("g__Throw|", StringComparison.Ordinal)), StringComparison.Ordinal);
    }

    private async Task<(int Code, string Out, string Error)> WithoutKernelAsync(params string[] args)
    {
        using Process tool = SystemCallFilter.Start(FathomTool.Start(FathomTool.Executable, args, Environment(), _folder.Path));
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        tool.StandardInput.Close();
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(s_patience, TestContext.Current.CancellationToken);
        return (tool.ExitCode, await output, await error);
    }

    private async Task<(int Code, string Out, string Error)> InterruptAsync(SlowShop shop, string signal)
    {
        ProcessStartInfo start = FathomTool.Start(
            FathomTool.Executable, ["waits", Text(shop.Pid), "--duration", "1min"], Environment(), _folder.Path);
        using Process tool = Process.Start(start)!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        // Rings are emptied once a second, and the shop waits all the time.
        await Patience.UntilAsync(() => Directory.EnumerateFiles(_temporary.Path, "perf.data", SearchOption.AllDirectories)
            .Any(static file => new FileInfo(file).Length > 1 << 20));
        using (Process end = Process.Start("kill", [signal, Text(tool.Id)]))
            await end.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(s_patience, TestContext.Current.CancellationToken);
        return (tool.ExitCode, await output, await error);
    }

    private Task<ToolRun> RunAsync(params string[] args) => FathomTool.RunAsync(args, Environment(), folder: _folder.Path);

    private Dictionary<string, string> Environment() => new() { ["TMPDIR"] = _temporary.Path };

    // Sockets and pipes of the runtime of the tool, or of a program that it started, are not ours.
    private string[] Left() =>
        [.. Directory.GetFileSystemEntries(_folder.Path), .. Directory.GetDirectories(_temporary.Path, "fathom-*")];

    private static int Threads(int pid) => Directory.GetDirectories($"/proc/{pid}/task").Length;

    private static int Descriptors(int pid) => Directory.GetFiles($"/proc/{pid}/fd").Length;

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    // It says nothing until it is asked.
    private sealed class SlowShop : IDisposable
    {
        private readonly Process _process = Start();

        public int Pid => _process.Id;

        public string Ask(string line)
        {
            _process.StandardInput.WriteLine(line);
            Task<string?> answer = _process.StandardOutput.ReadLineAsync();
            Assert.True(answer.Wait(s_patience), $"Process {Pid} was silent.");
            return answer.Result!;
        }

        public void Dispose()
        {
            _process.Kill();
            _process.WaitForExit();
            _process.Dispose();
        }

        private static Process Start()
        {
            ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Slow"), "Slow")) { RedirectStandardInput = true, RedirectStandardOutput = true };
            Process process = Process.Start(start)!;
            process.StandardInput.WriteLine("orders 1");
            Assert.Equal("done 1", process.StandardOutput.ReadLine());
            return process;
        }
    }
}
