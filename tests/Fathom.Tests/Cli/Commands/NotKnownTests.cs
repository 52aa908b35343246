using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Formats.GcDump;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>
/// Where references were lost, what no root reaches is not known; limits on it are not judged, and the exit code says so.
/// </summary>
public sealed class NotKnownTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("heap", "R", "--live", "--fail-if", "live.size_bytes=1..")]
    [InlineData("heap", "R", "--live", "--fail-if", "type=My.Order,count=1..")]
    [InlineData("heap", "R", "--dead", "--fail-if", "dead.count=1..")]
    [InlineData("heap", "R", "--retained", "--fail-if", "retained_bytes=1..")]
    [InlineData("heap", "suspects", "R", "--fail-if", "retained_bytes=1..")]
    [InlineData("heap", "suspects", "R", "--fail-if", "retained_bytes=900GiB..")]
    [InlineData("heap", "suspects", "R", "--fail-if", "live.count=1..")]
    [InlineData("heap", "paths", "R", "--type", "My.Order", "--fail-if", "size_bytes=1..")]
    [InlineData("heap", "paths", "R", "--type", "My.Order", "--fail-if", "size_bytes=900GiB..")]
    [InlineData("heap", "diff", "R", "R", "--live", "--fail-if", "live.delta_count=0..")]
    [InlineData("memory", "M", "--live", "--fail-if", "category=*live,rss_bytes=1..")]
    [InlineData("memory", "M", "--live", "--fail-if", "category=managed*,rss_bytes=900GiB..")]
    [InlineData("memory", "diff", "M", "M", "--fail-if", "category=managed*,delta_bytes=900GiB..")]
    public async Task A_limit_on_what_is_not_known_is_not_judged(params string[] line)
    {
        HostRun run = await RunAsync(line);

        Assert.True(run.Code == ExitCode.Partial, run.ToString());
        Assert.Contains("limit not judged: ", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("heap", "R", "--fail-if", "total.count=1..")]
    [InlineData("heap", "R", "--live", "--fail-if", "total.count=1..")]
    [InlineData("memory", "M", "--live", "--fail-if", "category=malloc,rss_bytes=1..")]
    public async Task A_limit_on_what_is_certain_is_judged_all_the_same(params string[] line)
    {
        HostRun run = await RunAsync(line);

        Assert.True(run.Code == ExitCode.LimitBroken, run.ToString());
    }

    [Theory]
    [InlineData("not-known-live.txt", "heap", "R", "--live")]
    [InlineData("not-known-suspects.txt", "heap", "suspects", "R")]
    public async Task What_is_not_known_stands_beside_what_is_alive(string snapshot, params string[] line) =>
        Snapshot.Match((await RunAsync(line)).ToString().Replace(_folder.File("lossy.gcdump"), "lossy.gcdump", StringComparison.Ordinal), snapshot);

    private Task<HostRun> RunAsync(params string[] line)
    {
        string heap = _folder.File("lossy.gcdump"), memory = _folder.File("lossy.fathom");
        if (!File.Exists(heap))
            WriteHeap(heap);
        if (!Directory.Exists(memory))
            WriteMemory(memory);
        return HostRun.OfAsync(
            [.. VerbCatalog.All], TerminalFacts.Redirected, [.. line.Select(word => word == "R" ? heap : word == "M" ? memory : word)], TestContext.Current.CancellationToken);
    }

    // The list refers to an object that the file does not describe; what that one holds nobody can know.
    private static void WriteHeap(string path)
    {
        using GcDumpWriter writer = new() { Root = 0 };
        writer.Types.Add(("[.NET Roots]", null, 0));
        writer.Types.Add(("[static var My.Cache.s_items]", null, 0));
        writer.Types.Add(("My.List", "/app/My.dll", 0));
        writer.Types.Add(("My.Order", "/app/My.dll", 0));
        writer.Nodes.Add((1, 0, 0, [1]));
        writer.Nodes.Add((2, 0, 0, [2]));
        writer.Nodes.Add((3, 64, 0x1000, [3, 4]));
        writer.Nodes.Add((4, 24, 0x2000, []));
        writer.Nodes.Add((null, 0, 0x3000, []));
        writer.Nodes.Add((4, 24, 0x4000, []));
        writer.Nodes.Add((4, 24, 0x5000, []));
        File.WriteAllBytes(path, writer.Write());
    }

    private static void WriteMemory(string path)
    {
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom memory"));
        Fathom.Model.Tables.Interner ids = writer.Ids;
        writer.Write<ProcessRow>([new ProcessRow(1, 4711, ids.Text("Shop"), default, ids.Text("dotnet Shop.dll"), ids.Text("10.0.12"), default, default, null, 90_000_000_000, null)]);
        writer.Write<MemorySnapshotRow>([new(1, 1, 5_000, ids.Text("stop"), 20_000_000, 7_000_000, 300, 9, 3_072_000, 3_072_000, 0, 3_072_000, 1, 2, 3)]);
        writer.Write<MemoryRegionRow>(
        [
            new(1, 1, 1, 0x1000, 0x3000, ids.Text("rw-p"), ids.Text("malloc"), ids.Text("main heap"), ids.Text("[heap]"), 8_192, 1_024_000, 1_024_000, 1_024_000, 0),
            new(1, 2, 2, 0x5000, 0x9000, ids.Text("rw-p"), ids.Text("managed heap"), ids.Text("gen0"), default, 16_384, 2_048_000, 2_048_000, 2_048_000, 0),
        ]);
        writer.Write<MemoryPartRow>(
        [
            new MemoryPartRow(1, 2, ids.Text(HeapPartNames.Live), 8_192, 1_024_000, 1_024_000, 1_024_000, 0),
            new MemoryPartRow(1, 2, ids.Text(HeapPartNames.NotKnown), 4_096, 512_000, 512_000, 512_000, 0),
            new MemoryPartRow(1, 2, ids.Text("free"), 4_096, 512_000, 512_000, 512_000, 0),
        ]);
        writer.Write<HeapSnapshotRow>([new HeapSnapshotRow { SnapshotId = 1, ProcessId = 1, Source = ids.Text("live"), AllocatedBytes = 12_288, WalkedBytes = 12_288 }]);
        writer.Write<HeapMarkRow>([new HeapMarkRow(1, false)]);
        writer.Commit();
    }
}
