using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>System calls of a recording of perf, beside what perf itself says of it.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class SyscallsTests : IDisposable
{
    private const int Blocks = 300;

    // Of the return of a signal handler.
    private const int NoNumber = -1;

    private readonly TestFolder _folder = new();

    private string Data => _folder.File("perf.data");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Counts_errors_and_durations_are_those_of_perf()
    {
        Needs.Perf();
        await RecordAsync("-e", "raw_syscalls:sys_enter,raw_syscalls:sys_exit");
        (Dictionary<(string Program, long Number), (long Calls, long Failures, long Ns)> told, long withoutEnter) = await TellAsync();

        JsonElement[] each = await FathomTool.RowsAsync("syscalls", Data, "--each");
        JsonElement[] rows = await FathomTool.RowsAsync("syscalls", Data);

        // dd reads and writes each block, and a little more.
        Assert.InRange(Number(Row(rows, "dd", "write"), "calls"), Blocks, Blocks + 5);
        foreach ((string program, string call, long number) in (ReadOnlySpan<(string, string, long)>)[("dd", "read", 0), ("dd", "write", 1),
            ("dd", "close", 3), ("dd", "mmap", 9), ("cat", "openat", 257), ("cat", "mmap", 9)])
        {
            JsonElement row = Row(rows, program, call);
            Assert.Equal((call, told[(program, number)]), (call, (Number(row, "calls"), Number(row, "failures"), Number(row,
                "duration_ns"))));
        }

        Assert.Equal(told.Values.Sum(static one => one.Calls) + withoutEnter, each.Length);
        Assert.Equal(told.Values.Sum(static one => one.Ns), Sum(each, "duration_ns"));
        JsonElement[] missing = await FathomTool.RowsAsync("syscalls", Data, "--failed", "--each", "--where",
            "process=cat,call=openat,error=ENOENT");
        Assert.Equal(told[("cat", 257)].Failures, missing.Count(static row => Number(row, "result") == -2));
        foreach (string by in (string[])["call", "process", "error", "method"])
        {
            JsonElement[] grouped = await FathomTool.RowsAsync("syscalls", Data, "--by", by);
            Assert.Equal((each.Length, Sum(each, "duration_ns"), rows.Sum(static row => Number(row, "failures"))),
                (Sum(grouped, "calls"), Sum(grouped, "duration_ns"), Sum(grouped, "failures")));
        }
    }

    // Both look at one run: neither takes events from the other.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Fathoms_own_recorder_tells_of_a_run_what_perf_tells_of_it_and_changes_no_answer()
    {
        Needs.Perf();
        string saved = _folder.File("a.fathom"), answer = _folder.File("answer"), script = Script($" >{_folder.File("answer")}");
        await FathomTool.RunAsync(["record", "--profile", "syscalls,io", "--no-runtime-events", "--save", saved, "--", "perf", "record", "-q",
            "-m", "8M", "-k", "CLOCK_MONOTONIC", "-e", "raw_syscalls:sys_enter,raw_syscalls:sys_exit", "-o", Data, "--", "sh", "-c", script]);
        string recorded = await File.ReadAllTextAsync(answer, TestContext.Current.CancellationToken);
        using Process twin = Process.Start(new ProcessStartInfo("sh", ["-c", script]) { RedirectStandardError = true })!;
        await twin.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await twin.WaitForExitAsync(TestContext.Current.CancellationToken);
        (Dictionary<(string Program, long Number), (long Calls, long Failures, long Ns)> told, _) = await TellAsync();

        JsonElement[] rows = await FathomTool.RowsAsync("syscalls", saved);

        Assert.Equal(await File.ReadAllTextAsync(answer, TestContext.Current.CancellationToken), recorded);
        foreach (string program in (string[])["dd", "cat"])
        {
            (long, long)[] all = [.. told.Where(one => one.Key.Program == program).Select(static one => (one.Value.Calls, one.Value.Failures))];
            JsonElement[] own = [.. rows.Where(row => row.GetProperty("process").GetString() == program)];
            Assert.Equal((all.Sum(static one => one.Item1), all.Sum(static one => one.Item2)), (Sum(own, "calls"), Sum(own, "failures")));
        }

        JsonElement[] files = await FathomTool.RowsAsync("sql", "select p.name as process, f.call, count(*) as calls, count(f.error) as failures "
            + "from file_io f join process p using (process_id) group by all", saved);
        foreach ((string program, string call, long number) in (ReadOnlySpan<(string, string, long)>)[("dd", "read", 0), ("dd", "write", 1),
            ("dd", "close", 3), ("cat", "openat", 257)])
        {
            (long calls, long failures, _) = told[(program, number)];
            Assert.All((JsonElement[])[Row(rows, program, call), Row(files, program, call)],
                row => Assert.Equal((call, calls, failures), (call, Number(row, "calls"), Number(row, "failures"))));
        }

        await CheckCountsAsync(saved);
    }

    [Fact]
    public async Task A_call_that_is_open_at_the_end_is_a_row_and_no_loss()
    {
        Needs.Perf();
        string saved = _folder.File("a.fathom"), pipe = _folder.File("pipe"), started = _folder.File("started");
        using Process recorder = Process.Start(new ProcessStartInfo(FathomTool.Executable, ["record", "--profile", "syscalls,io",
            "--no-runtime-events", "--save", saved, "--", "sh", "-c", $"mkfifo {pipe}; exec 3<>{pipe}; echo $$ >{started}; read line <&3"])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        Task<string> errors = recorder.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => File.Exists(started) && File.ReadAllText(started).EndsWith('\n'));
        string pid = (await File.ReadAllTextAsync(started, TestContext.Current.CancellationToken)).Trim();
        // The number of the call that it waits in.
        await Patience.UntilAsync(() => File.ReadAllText($"/proc/{pid}/syscall").StartsWith("0 ", StringComparison.Ordinal));
        Process.Start("kill", ["-INT", recorder.Id.ToString(CultureInfo.InvariantCulture)]).Dispose();
        // The program runs on, and holds the outputs of the recorder open.
        await Patience.UntilAsync(() => recorder.HasExited);
        await File.WriteAllTextAsync(pipe, "end\n", TestContext.Current.CancellationToken);
        await recorder.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await errors;

        JsonElement[] open = await FathomTool.RowsAsync("sql", "select c.call, c.result, f.path from system_call c join process p using (process_id) "
            + "left join file_io f using (process_id, start_ns, call) "
            + $"where p.pid = {pid} and c.duration_ns is null and f.duration_ns is null", saved);
        JsonElement read = Assert.Single(open);
        Assert.Equal(("read", JsonValueKind.Null, pipe), (read.GetProperty("call").GetString(), read.GetProperty("result").ValueKind,
            read.GetProperty("path").GetString()));
        Assert.Empty(await FathomTool.RowsAsync("sql", "select * from loss where tables like '%system_call%'", saved));
        await CheckCountsAsync(saved);
    }

    // Each of both threads is in one call at most, however fast it makes others.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Of_a_busy_program_only_the_last_call_is_open()
    {
        Needs.Perf();
        string saved = _folder.File("a.fathom");

        ToolRun run = await FathomTool.RunAsync("record", "--profile", "syscalls", "--no-runtime-events", "--duration", "500ms", "--save", saved,
            "--", "timeout", "4", "dd", "if=/dev/zero", "of=/dev/null", "bs=1", "status=none");

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        JsonElement[] calls = await FathomTool.RowsAsync("sql", "select p.name as process, count(*) as calls, "
            + "count(*) filter (where c.duration_ns is null) as open from system_call c join process p using (process_id) group by all", saved);
        Assert.True(Number(calls.Single(static row => row.GetProperty("process").GetString() == "dd"), "calls") > 1_000);
        Assert.All(calls, static row => Assert.InRange(Number(row, "open"), 0, 1));
    }

    [Fact]
    public async Task Where_processes_have_other_numbers_than_for_the_kernel_it_is_refused_in_one_sentence()
    {
        Needs.Perf();
        Needs.Root();

        ToolRun run = await FathomTool.ShellAsync(
            $"unshare --pid --fork --mount-proc fathom record --profile syscalls,io --save '{_folder.File("a.fathom")}' -- true");

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Assert.Contains(
            "not recorded: file calls (profile io) and system calls (profile syscalls). Fathom runs in a PID namespace of its own", run.Error,
            StringComparison.Ordinal);
        Assert.Contains("docker run --pid=host", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Events_of_single_calls_answer_too()
    {
        Needs.Perf();
        await RecordAsync("-e", "syscalls:sys_enter_write,syscalls:sys_exit_write,syscalls:sys_enter_openat");

        JsonElement[] rows = await FathomTool.RowsAsync("syscalls", Data);

        Assert.Equal(["openat", "write"], rows.Select(static row => row.GetProperty("call").GetString()!).Distinct().Order());
        Assert.InRange(Number(Row(rows, "dd", "write"), "calls"), Blocks, Blocks + 5);
        Assert.Equal((0, JsonValueKind.Null), (Number(Row(rows, "dd", "write"), "untimed"), Row(rows, "cat", "openat")
            .GetProperty("duration_ns").ValueKind));
    }

    [Fact]
    public async Task A_recording_without_them_says_how_to_record_them()
    {
        Needs.Perf();
        await RecordAsync("-e", "cpu-clock");

        ToolRun run = await FathomTool.RunAsync(["syscalls", Data]);

        Assert.Contains("--profile syscalls", run.Error + run.Out, StringComparison.Ordinal);
    }

    private string Script(string output) =>
        $"dd if=/dev/zero of=/dev/null bs=16 count={Blocks} status=none; {{ echo {Blocks}; cat {_folder.File("absent")}; }}{output}";

    private static async Task CheckCountsAsync(string saved)
    {
        JsonElement[] counts = await FathomTool.RowsAsync("sql", "select * from recorder_event where event like 'fathom:calls%'", saved);
        Assert.Equal(2, counts.Length);
        Assert.All(counts, static count => Assert.Equal(Number(count, "counted"), Number(count, "kept") + Number(count, "lost")
            + Number(count, "own") + Number(count, "damaged")));
    }

    private async Task RecordAsync(params string[] events)
    {
        string script = Script("");
        using Process perf = Process.Start(new ProcessStartInfo("perf",
            ["record", "-q", "-m", "8M", "-k", "CLOCK_MONOTONIC", .. events, "-o", Data, "--", "sh", "-c", script])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        Task<string> errors = perf.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await perf.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await errors;
        await perf.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    // A thread's entry and the next event of the thread, where that is a return with the same number.
    private async Task<(Dictionary<(string, long), (long Calls, long Failures, long Ns)> Told, long WithoutEnter)> TellAsync()
    {
        using Process script = Process.Start(new ProcessStartInfo("perf", ["script", "-i", Data, "--ns", "-F", "comm,tid,time,event,trace"])
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
        })!;
        Dictionary<(int, long), (long Calls, long Failures, long Ns)> told = [];
        Dictionary<int, (long Number, long Ns)> open = [];
        // A process has the name that it had last.
        Dictionary<int, string> names = [];
        long without = 0;
        foreach (string line in (await script.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken)).Split('\n'))
        {
            // comm 123 4.000000005: raw_syscalls:sys_exit: NR 0 = 16
            string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (words.Length < 6)
                continue;
            int tid = int.Parse(words[1], CultureInfo.InvariantCulture);
            long ns = long.Parse(words[2].Replace(".", "", StringComparison.Ordinal).TrimEnd(':'), CultureInfo.InvariantCulture);
            long number = long.Parse(words[5], CultureInfo.InvariantCulture);
            names[tid] = words[0];
            if (words[3] == "raw_syscalls:sys_enter:")
            {
                open[tid] = (number, ns);
                Add((tid, number), calls: 1, 0, 0);
            }
            else if (open.Remove(tid, out (long Number, long Ns) begun) && (begun.Number == number || number == NoNumber))
            {
                long result = number == NoNumber ? 0 : long.Parse(words[7], CultureInfo.InvariantCulture);
                Add((tid, begun.Number), 0, result is < 0 and >= -4095 ? 1 : 0, ns - begun.Ns);
            }
            else
            {
                // A new process returns from the call that made it.
                without += number is 56 or 57 or 58 or 435 ? 0 : 1;
            }
        }

        return (told.GroupBy(one => (names[one.Key.Item1], one.Key.Item2)).ToDictionary(static all => all.Key, static all => (
            all.Sum(static one => one.Value.Calls), all.Sum(static one => one.Value.Failures), all.Sum(static one => one.Value.Ns))),
                without);

        void Add((int, long) key, long calls, long failures, long ns)
        {
            (long Calls, long Failures, long Ns) one = told.GetValueOrDefault(key);
            told[key] = (one.Calls + calls, one.Failures + failures, one.Ns + ns);
        }
    }

    private static JsonElement Row(JsonElement[] rows, string program, string call) => Assert.Single(rows, row =>
        row.GetProperty("process").GetString() == program && row.GetProperty("call").GetString() == call);

    private static long Sum(JsonElement[] rows, string column) =>
        rows.Sum(row => row.GetProperty(column).ValueKind == JsonValueKind.Number ? Number(row, column) : 0);

    private static long Number(JsonElement row, string column) => row.GetProperty(column).GetInt64();
}
