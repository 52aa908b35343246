using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Frame;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary><c>fathom memory</c> over files.</summary>
public sealed class MemoryCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_memory_map_of_VMMap_is_a_source_with_the_row_names_of_the_earlier_tool_and_its_committed_bytes()
    {
        Assert.SkipUnless(Repository.DataFolder is not null, "the data folder is absent");
        string file = Path.Combine(Repository.DataFolder, "memory/memanalyzer/vmmap.csv");

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

    private static Task<HostRun> RunAsync(params string[] args) =>
        HostRun.OfAsync([.. VerbCatalog.All], TerminalFacts.Redirected, args, TestContext.Current.CancellationToken);
}
