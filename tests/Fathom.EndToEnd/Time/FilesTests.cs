using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>File calls of a program that says what it does with files, beside what the kernel counted of it (<c>/proc/PID/io</c>).</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class FilesTests : IDisposable
{
    private const int Terminal80 = 80;
    private const int Rows24 = 24;
    private const long MostHeadBytes = 8192;

    private readonly TestFolder _folder = new();

    private string Saved => _folder.File("a.fathom");

    private string Data => _folder.File("data");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_running_program_has_the_calls_that_it_says_and_the_bytes_that_the_kernel_counted()
    {
        Needs.Perf();
        using SampleProcess sample = SampleProcess.Start("Files", Data);
        sample.WaitUntilItReads();
        (long Read, long Written) before = CountedOf(sample.Pid);
        using Process recorder = Process.Start(new ProcessStartInfo(
            FathomTool.Executable, ["record", sample.Pid.ToString(CultureInfo.InvariantCulture), "--profile", "io", "--save", Saved, "--format", "json"])
        {
            RedirectStandardOutput = true,
        })!;
        await Patience.UntilAsync(() => recorder.HasExited || File.Exists(_folder.File($"a.raw/{sample.Pid}.nettrace")));
        JsonElement told = JsonDocument.Parse(sample.Ask("go")).RootElement;
        sample.WaitUntilItReads();
        (long Read, long Written) after = CountedOf(sample.Pid);
        Process.Start("kill", ["-INT", recorder.Id.ToString(CultureInfo.InvariantCulture)]).Dispose();
        await recorder.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Contains(recorder.ExitCode, (int[])[0, 1]);

        JsonElement[] all = await FathomTool.RowsAsync("files", Saved, "--each");
        JsonElement[] each = [.. all.Where(row => Number(row, "pid") == sample.Pid)];
        // The kernel adds what a child did when it has ended.
        long Bytes(string operation) => all.Where(row => Text(row, "operation") == operation).Sum(static row => Number(row, "size_bytes"));
        JsonElement[] Of(string name, string operation) => [.. each.Where(row => Text(row, "path") == Path.Combine(Data, name) && Text(row, "operation") == operation)];
        // The line that it read began to be read before.
        Assert.Equal(after.Written - before.Written, Bytes("write"));
        // For each program that begins in the child, the kernel itself reads its head.
        Assert.InRange(after.Read - before.Read - Bytes("read") - "go\n".Length, 0, MostHeadBytes);
        Assert.Equal(told.GetProperty("writes").GetInt32(), Of("written.bin", "write").Length);
        Assert.Equal(told.GetProperty("written").GetInt64(), Of("written.bin", "write").Sum(static row => Number(row, "size_bytes")));
        Assert.Equal(64, Of("written.bin", "read").Length);
        Assert.Single(Of("written.bin", "sync"));
        Assert.Equal(told.GetProperty("failures").GetInt32(), Of("missing.txt", "open").Length);
        Assert.All(Of("missing.txt", "open"), static row => Assert.Equal("ENOENT", Text(row, "error")));
        // Its descriptor is older than the recorder.
        Assert.Equal(told.GetProperty("early").GetInt64(), Assert.Single(Of("early.txt", "write")).GetProperty("size_bytes").GetInt64());
        Assert.Equal(Path.Combine(Data, "new.txt"), Text(Assert.Single(each, static row => Text(row, "operation") is "rename" or "link"), "to_path"));
        Assert.Single(Of("new.txt", "truncate"));
        Assert.Single(Of("new.txt", "delete"));
        Assert.Single(Of("sub", "mkdir"));
        Assert.Single(Of("sub", "delete"));
        Assert.All(Of("written.bin", "write"), static row => Assert.Contains("g__Write|", Text(row, "method"), StringComparison.Ordinal));
        await CheckChildAsync();
        await CheckSumsAsync(each, sample.Pid);
    }

    // A shell that a program starts redirects its output by dup, and its child names a file without a folder.
    private async Task CheckChildAsync()
    {
        JsonElement[] head = await FathomTool.RowsAsync("files", Saved, "--each", "--where", "process=head");
        JsonElement write = Assert.Single(head, static row => Text(row, "operation") == "write");
        Assert.Equal((Path.Combine(Data, "copied.bin"), 100), (Text(write, "path"), Number(write, "size_bytes")));
        Assert.Contains(head, row => Text(row, "operation") == "read" && Text(row, "path") == Path.Combine(Data, "written.bin"));
    }

    private async Task CheckSumsAsync(JsonElement[] each, int pid)
    {
        (long, long, long) whole = (each.Length, each.Sum(static row => Number(row, "duration_ns")), each.Count(static row => row.GetProperty("error").ValueKind == JsonValueKind.String));
        foreach (string by in (string[])["file", "folder", "operation", "method", "process"])
        {
            JsonElement[] rows = await FathomTool.RowsAsync("files", Saved, "--by", by, "--where", $"pid={pid}");
            Assert.Equal(whole, (rows.Sum(static row => Number(row, "calls")), rows.Sum(static row => Number(row, "duration_ns")), rows.Sum(static row => Number(row, "failures"))));
        }

        JsonElement[] counts = await FathomTool.RowsAsync("sql", "select counted, kept, own, lost, damaged from recorder_event where event = 'fathom:calls'", Saved);
        JsonElement count = Assert.Single(counts);
        Assert.Equal(Number(count, "counted"), Number(count, "kept") + Number(count, "lost") + Number(count, "own") + Number(count, "damaged"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_first_screen_fits_a_terminal_and_other_recordings_say_how_to_record()
    {
        Needs.Perf();
        ToolRun record = await FathomTool.RunAsync("record", "--profile", "io", "--save", Saved, "--", "sh", "-c", $"mkdir {Data}; head -c 5000 /dev/zero > {Data}/x; cat {Data}/none");
        Assert.Contains(record.ExitCode, (int[])[0, 1]);

        (int code, string[] lines) = await PseudoTerminal.RunAsync(Terminal80, Rows24, ["files", Saved]);
        JsonElement[] failed = await FathomTool.RowsAsync("files", Saved, "--failed", "--where", "process=cat");

        Assert.Contains(code, (int[])[0, 1]);
        Assert.InRange(lines.Length, 5, 30);
        Assert.Contains(lines, static line => line.Contains("duration", StringComparison.Ordinal));
        Assert.Equal("ENOENT", Text(Assert.Single(failed, row => Text(row, "path") == $"{Data}/none"), "error"));

        string other = _folder.File("b.fathom");
        await FathomTool.RunAsync("record", "--save", other, "--", "true");
        ToolRun none = await FathomTool.RunAsync("files", other);
        Assert.Contains("--profile io", none.Error, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("io", "files", "file calls (profile io). The kernel does not let Fathom load programs that record system calls")]
    [InlineData("syscalls", "syscalls", "system calls (profile syscalls). The kernel does not let Fathom load programs")]
    public async Task Where_the_kernel_takes_no_programs_one_sentence_says_so_and_all_else_is_recorded(string profile, string verb, string said)
    {
        Needs.Perf();
        ProcessStartInfo start = new(FathomTool.Executable, ["record", "--profile", profile, "--save", Saved, "--", "sh", "-c", "sleep 0.2"])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        using Process recorder = SystemCallFilter.Start(start, SystemCallFilter.Bpf);
        Task<string> error = recorder.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await recorder.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Contains($"not recorded: {said}", await error, StringComparison.Ordinal);
        Assert.Contains(recorder.ExitCode, (int[])[0, 1]);
        Assert.NotEmpty(await FathomTool.RowsAsync("threads", Saved));
        Assert.Equal(1, (await FathomTool.RunAsync(verb, Saved)).ExitCode);
    }

    // perf counts the programs that are loaded as the kernel lists them.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("io")]
    [InlineData("syscalls,faults,net")]
    public async Task A_killed_recorder_leaves_no_programs_in_the_kernel(string profile)
    {
        Needs.Perf();
        using SampleProcess sample = SampleProcess.Start("Files", Data);
        using Process recorder = Process.Start(new ProcessStartInfo(
            FathomTool.Executable, ["record", sample.Pid.ToString(CultureInfo.InvariantCulture), "--profile", profile, "--save", Saved])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        await Patience.UntilAsync(() => recorder.HasExited || File.Exists(_folder.File($"a.raw/{sample.Pid}.nettrace")));
        Assert.NotEmpty(ProgramsOf(recorder.Id));
        string[] ids = ProgramsOf(recorder.Id);

        recorder.Kill();
        await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);

        await Patience.UntilAsync(() => !Directory.EnumerateDirectories("/proc").Any(folder => int.TryParse(Path.GetFileName(folder), out int pid) && ProgramsOf(pid).Intersect(ids).Any()));
        JsonDocument.Parse(sample.Ask("go")).Dispose();
        ToolRun extract = await FathomTool.RunAsync("extract", _folder.File("a.raw"));
        Assert.Contains(extract.ExitCode, (int[])[0, 1]);
    }

    // The kernel numbers them; each shows in the descriptors of who holds it.
    private static string[] ProgramsOf(int pid)
    {
        return [.. Read(() => Directory.GetFiles($"/proc/{pid}/fdinfo")).SelectMany(static file => Read(() => File.ReadAllLines(file))).Where(IsProgram)];

        static bool IsProgram(string line) => line.StartsWith("prog_id:", StringComparison.Ordinal);

        // A process ends, and a descriptor is closed, at any time.
        static string[] Read(Func<string[]> lines)
        {
            try
            {
                return lines();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return [];
            }
        }
    }

    private static (long Read, long Written) CountedOf(int pid)
    {
        string[] lines = File.ReadAllLines($"/proc/{pid}/io");
        return (Counted("rchar:"), Counted("wchar:"));

        long Counted(string field) => long.Parse(lines.Single(line => line.StartsWith(field, StringComparison.Ordinal))[field.Length..], CultureInfo.InvariantCulture);
    }

    private static string Text(JsonElement row, string column) => row.GetProperty(column).GetString() ?? "";

    private static long Number(JsonElement row, string column) => row.GetProperty(column) is { ValueKind: JsonValueKind.Number } number ? number.GetInt64() : 0;
}
