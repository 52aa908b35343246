using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>
/// Everything that Fathom writes has the owner and mode of <c>docs/command-line.md</c>, whatever the mask (umask) of the shell allows: recordings and packed ones, dumps and what lies beside them,
/// results of all formats, raw folders, kept traces, outputs of serializers, pages, snapshots of limits.
/// </summary>
public sealed class WrittenRightsTests : IDisposable
{
    private const int Stranger = 12_345;
    private const int StrangersGroup = 12_346;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("", 0x180, 0x1C0)]
    [InlineData("--readable-by group", 0x1A0, 0x1E8, Traits = ["Category", "Long"])]
    [InlineData("--readable-by all", 0x1A4, 0x1ED)]
    public async Task What_is_written_is_its_owners_only_unless_the_command_line_says_who_else_reads_it(string option, int file, int folder)
    {
        await WriteAllAsync(option, new Dictionary<string, string>());

        AssertAll(file, folder, null);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Sudo_gives_what_is_written_in_a_folder_of_the_user_to_that_user()
    {
        Needs.Root();
        await ChangeOwnerAsync(_folder.Path);
        await WriteAllAsync("", new Dictionary<string, string> { ["SUDO_UID"] = $"{Stranger}", ["SUDO_GID"] = $"{StrangersGroup}" });

        AssertAll(0x180, 0x1C0, $"{Stranger}:{StrangersGroup}");
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("12345")]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("4294967295")]
    [InlineData("root")]
    public async Task Sudo_gives_away_nothing_in_a_folder_of_others_and_nothing_to_who_is_no_user(string user)
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start("HeapMix", "12");
        string mine = Directory.CreateDirectory(_folder.File("mine")).FullName;
        if (user != "12345")
            await ChangeOwnerAsync(mine);

        ToolRun run = await FathomTool.RunAsync(
            ["heap", $"{sample.Pid}", "--save", Path.Combine(mine, "a.fathom"), "-o", Path.Combine(mine, "a.csv")],
            new Dictionary<string, string> { ["SUDO_UID"] = user, ["SUDO_GID"] = "12346" });

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.All(Entries(mine), static entry => Assert.Equal(("0:0", entry.IsFolder ? 0x1C0 : 0x180), (entry.Owner, entry.Mode)));
    }

    [Fact]
    public async Task Appending_keeps_owner_and_mode_of_the_file()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "12");
        string file = _folder.File("trend.csv");
        string[] words = ["heap", $"{sample.Pid}", "-o", file, "--append", "-q"];
        Assert.Equal(0, (await FathomTool.RunAsync(words)).ExitCode);
        Assert.Equal(0x180, Assert.Single(Entries(_folder.Path)).Mode);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead);
        if (Environment.IsPrivilegedProcess)
            await ChangeOwnerAsync(file);
        Entry before = Assert.Single(Entries(_folder.Path));

        Assert.Equal(0, (await FathomTool.RunAsync(words)).ExitCode);

        Assert.Equal(before, Assert.Single(Entries(_folder.Path)));
    }

    [Fact]
    public async Task A_program_that_is_started_has_the_mask_of_the_shell()
    {
        ToolRun run = await FathomTool.ShellAsync($"umask 026; fathom record --duration 1s --save {_folder.File("r.fathom")} -- sh -c 'umask; touch {_folder.File("of-program")}'");

        Assert.Contains("0026", run.Out, StringComparison.Ordinal);
        Assert.Equal(0x1A0, Entries(_folder.Path).Single(static entry => entry.Path == "of-program").Mode);
    }

    [Fact]
    public async Task A_pipe_in_place_of_the_file_of_append_is_refused_in_one_line()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "12");
        string pipe = _folder.File("x.csv");
        NamedPipe.Create(pipe);

        ToolRun run = await FathomTool.RunAsync("heap", $"{sample.Pid}", "-o", pipe, "--append");

        Assert.Equal((3, $"error: Cannot write '{pipe}': it is a pipe.\n  next: name a file, such as result.csv\n"), (run.ExitCode, run.Error));
    }

    // All verbs that write, each with all that it writes.
    private async Task WriteAllAsync(string option, IReadOnlyDictionary<string, string> environment)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "12");
        string pid = $"{sample.Pid}", trace = _folder.File("t.nettrace");
        File.Copy(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"), trace);
        string[] lines =
        [
            $"heap {pid} --save heap.fathom -o heap.csv", $"heap {pid} --graph --save graph.fathom -o heap.json", "heap heap.fathom -o heap.md", "heap heap.fathom -o heap.txt",
            "pack heap.fathom -o packed.fathom",
            $"heap {pid} -o trend.csv --append", $"memory {pid} --save memory.fathom -o memory.csv", $"stacks {pid} --save stacks.fathom -o stacks.json", $"dump {pid} -o core -q",
            $"watch {pid} --interval 200ms --duration 1s --save watch.fathom -o watch.csv", $"record {pid} --duration 1s --save r.fathom", $"record {pid} --duration 1s --no-extract --save raw.fathom",
            "extract t.nettrace --save t.fathom", "sql 'select 1' heap.fathom -o sql.csv",
        ];
        foreach (string line in lines)
        {
            ToolRun run = await FathomTool.ShellAsync($"umask 0; fathom {line} {option}", environment, _folder.Path);
            Assert.True(run.ExitCode is 0 or 1, $"{line}: {run}");
        }

        File.Delete(trace);
    }

    private void AssertAll(int file, int folder, string? owner)
    {
        List<Entry> entries = [.. Entries(_folder.Path)];
        Assert.InRange(entries.Count, 60, 2000);
        Assert.Empty(entries.Where(entry => entry.Mode != (entry.IsFolder ? folder : file) || (owner is not null && entry.Owner != owner))
            .Select(static entry => $"{entry.Path}: {Convert.ToString(entry.Mode, 8)} {entry.Owner}"));
    }

    private static IEnumerable<Entry> Entries(string folder)
    {
        ProcessStartInfo start = new("find", [folder, "-mindepth", "1", "-printf", "%P\\t%y\\t%m\\t%U:%G\\n"]) { RedirectStandardOutput = true };
        using Process find = Process.Start(start)!;
        string text = find.StandardOutput.ReadToEnd();
        find.WaitForExit();
        return [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(static line => line.Split('\t'))
            .Select(static cells => new Entry(cells[0], cells[1] == "d", Convert.ToInt32(cells[2], 8), cells[3]))];
    }

    private static async Task ChangeOwnerAsync(string path)
    {
        using Process chown = Process.Start("chown", [string.Create(CultureInfo.InvariantCulture, $"{Stranger}:{StrangersGroup}"), path]);
        await chown.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, chown.ExitCode);
    }

    private sealed record Entry(string Path, bool IsFolder, int Mode, string Owner);
}
