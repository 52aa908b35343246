using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Which code of a trace has names, and names that a recording gets later.</summary>
public sealed class SymbolsTests : IDisposable
{
    private const string Source = """
        __attribute__((noinline)) int spin(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
        __attribute__((noinline)) int outer(int n) { return spin(n) + 1; }
        int main(int c, char **v) { return outer(c * 400000000) == 7; }
        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_trace_of_a_program_tells_whose_names_it_has()
    {
        string file = _folder.File("app.nettrace");
        File.Copy(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"), file);

        ToolRun run = await FathomTool.RunAsync("symbols", file, "--format", "csv", "--columns", "module,kind,named_percent");
        ToolRun missing = await FathomTool.RunAsync("symbols", file, "--missing", "--format", "csv"), apply = await FathomTool.RunAsync("symbols", file, "--apply");
        ToolRun folder = await FathomTool.RunAsync("symbols", file, "--symbol-path", _folder.File("absent"));

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("module,kind,named_percent\n[compiled code],compiled,", run.Out, StringComparison.Ordinal);
        Assert.Equal((0, "file,build_id,symbol_file,unnamed_frames,unnamed_places,version,reason\n"), (missing.ExitCode, missing.Out));
        Assert.Equal((2, 3), (apply.ExitCode, folder.ExitCode));
        Assert.Contains("--apply' changes a recording", apply.Error, StringComparison.Ordinal);
        Assert.Contains("There is no folder", folder.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task Symbols_that_come_later_name_the_recording_and_the_trace()
    {
        (string perf, string program, string symbols) = (Needs.Perf(), _folder.File("spinner"), _folder.File("symbols"));
        Build(program, symbols);
        string data = _folder.File("perf.data"), saved = _folder.File("slow.fathom");
        Run(perf, "record", "--quiet", "--buildid-all", "--no-buildid-cache", "-k", "CLOCK_MONOTONIC", "-g", "-e", "cpu-clock/freq=999/",
            "-o", data, "--", program);

        ToolRun before = await FathomTool.RunAsync("cpu", data, "--save", saved, "--format", "csv", "--columns", "method", "--where", "module=spinner");
        ToolRun missing = await FathomTool.RunAsync("symbols", saved, "--missing", "--format", "csv", "--columns", "file,build_id,reason", "--where", "file=*spinner");
        ToolRun asked = await FathomTool.RunAsync("cpu", saved, "--symbol-path", symbols);
        // The program itself is not needed, and neither is the trace.
        File.Move(program, program + ".gone");
        ToolRun applied = await FathomTool.RunAsync("symbols", saved, "--apply", "--symbol-path", symbols, "--format", "csv", "--columns", "module,unnamed_frames", "--where", "module=spinner");
        ToolRun after = await FathomTool.RunAsync("cpu", saved, "--format", "csv", "--columns", "method", "--where", "module=spinner");
        ToolRun ofTrace = await FathomTool.RunAsync("cpu", data, "--symbol-path", symbols, "--format", "csv", "--columns", "method", "--where", "module=spinner");

        Assert.Equal((0, "method\nspinner!?\n"), (before.ExitCode, before.Out));
        Assert.StartsWith($"file,build_id,reason\n{program},", missing.Out, StringComparison.Ordinal);
        Assert.Matches(",[0-9a-f]{40},\"it is stripped", missing.Out);
        Assert.Equal(2, asked.ExitCode);
        Assert.Contains("fathom symbols", asked.Error, StringComparison.Ordinal);
        Assert.Equal((0, "module,unnamed_frames\nspinner,0\n"), (applied.ExitCode, applied.Out));
        Assert.Contains("have names now", applied.Error, StringComparison.Ordinal);
        Assert.Equal(0, after.ExitCode);
        Assert.Equal(
            ["spinner!main", "spinner!outer", "spinner!spin"],
            after.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1).Order(StringComparer.Ordinal).Where(static name => name != "spinner!_start"));
        Assert.Equal((after.ExitCode, after.Out), (ofTrace.ExitCode, ofTrace.Out));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task A_recording_stays_whole_when_naming_it_is_killed()
    {
        (string perf, string program, string symbols) = (Needs.Perf(), _folder.File("spinner"), _folder.File("symbols"));
        Build(program, symbols);
        string data = _folder.File("perf.data"), saved = _folder.File("slow.fathom");
        Run(perf, "record", "--quiet", "--buildid-all", "--no-buildid-cache", "-k", "CLOCK_MONOTONIC", "-g", "-e", "cpu-clock/freq=999/",
            "-o", data, "--", program);
        Assert.Equal(0, (await FathomTool.RunAsync("cpu", data, "--save", saved)).ExitCode);

        for (int milliseconds = 20; milliseconds <= 900; milliseconds += 110)
        {
            string copy = _folder.File($"copy-{milliseconds}.fathom");
            Run("cp", "-r", saved, copy);
            await FathomTool.ShellAsync($"timeout -s KILL {milliseconds / 1000.0:0.000} fathom symbols {copy} --apply --symbol-path {symbols}", new Dictionary<string, string>(), _folder.Path);
            ToolRun shown = await FathomTool.RunAsync("cpu", copy, "--format", "csv", "--columns", "method", "--where", "module=spinner");
            Assert.Equal(0, shown.ExitCode);
            Assert.True(shown.Out == "method\nspinner!?\n" || shown.Out.Contains("spinner!spin\n", StringComparison.Ordinal), shown.Out);
        }
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("buildid/{0}/debuginfo")]
    [InlineData("_.debug/elf-buildsym-{0}/_.debug")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task Symbols_of_a_server_name_the_recording_if_they_are_of_its_build(string layout)
    {
        (string perf, string program, string symbols) = (Needs.Perf(), _folder.File("spinner"), _folder.File("symbols"));
        Build(program, symbols);
        string data = _folder.File("perf.data"), saved = _folder.File("slow.fathom"), second = _folder.File("second.fathom"),
            cache = _folder.File("cache");
        Run(perf, "record", "--quiet", "--buildid-all", "--no-buildid-cache", "-k", "CLOCK_MONOTONIC", "-g", "-e", "cpu-clock/freq=999/",
            "-o", data, "--", program);
        Assert.Equal(0, (await FathomTool.RunAsync("cpu", data, "--save", saved)).ExitCode);
        Run("cp", "-r", saved, second);
        string id = (await FathomTool.RowsAsync("symbols", saved, "--missing", "--where", "file=*spinner")).Single().GetProperty("build_id")
            .GetString()!;
        using SymbolFiles server = new();
        server.Files[string.Format(CultureInfo.InvariantCulture, layout, id)] = File.ReadAllBytes("/bin/true");

        ToolRun wrong = await FetchAsync(saved, server.Address, cache);
        string afterWrong = await MethodsAsync(saved);
        server.Files[string.Format(CultureInfo.InvariantCulture, layout, id)] = File.ReadAllBytes(Path.Combine(symbols, "spinner.debug"));
        ToolRun right = await FetchAsync(saved, server.Address, cache);
        int asked = server.Asked.Count;
        ToolRun again = await FetchAsync(second, server.Address, cache);
        ToolRun none = await FathomTool.RunAsync("symbols", saved, "--fetch", "not-an-address");

        Assert.Contains("1 of another build there, and thrown away", wrong.Error, StringComparison.Ordinal);
        Assert.Equal("method\nspinner!?\n", afterWrong);
        Assert.Contains("1 fetched (", right.Error, StringComparison.Ordinal);
        Assert.Contains("spinner!spin\n", await MethodsAsync(saved), StringComparison.Ordinal);
        // What is here already is not asked for again.
        Assert.Contains("1 fetched before", again.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(server.Asked.Skip(asked), path => path.Contains(id, StringComparison.Ordinal));
        Assert.Equal(await MethodsAsync(saved), await MethodsAsync(second));
        Assert.Equal((2, "error: 'not-an-address' is not the address of a symbol server."), (none.ExitCode, none.Error.Split('\n')[0]));
    }

    private static Task<ToolRun> FetchAsync(string recording, string address, string cache) => FathomTool.RunAsync(
        ["symbols", recording, "--fetch", address], new Dictionary<string, string> { ["XDG_CACHE_HOME"] = cache });

    private static async Task<string> MethodsAsync(string recording) =>
        (await FathomTool.RunAsync("cpu", recording, "--format", "csv", "--columns", "method", "--where", "module=spinner")).Out;

    private void Build(string program, string symbols)
    {
        string source = _folder.File("spinner.c");
        File.WriteAllText(source, Source);
        Run(Needs.Compiler(), "-O1", "-fno-inline", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-Wl,--build-id", "-o", program, source);
        Directory.CreateDirectory(symbols);
        Run("objcopy", "--only-keep-debug", program, Path.Combine(symbols, "spinner.debug"));
        Run("strip", program);
    }

    private static void Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        // What the program itself ends with.
        Assert.True(process.ExitCode is 0 or 1, $"{program} ended with {process.ExitCode}: {process.StandardError.ReadToEnd()}");
    }
}
