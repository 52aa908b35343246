using System.Globalization;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query;
using Fathom.Tests.Query.Findings;
using Fathom.Tests.Query.Graph;
using Fathom.Tests.Query.Heap;
using Fathom.Tests.Query.Memory;
using Fathom.Tests.Query.Orphans;
using Fathom.Tests.Query.Serializers;
using Fathom.Tests.Query.Stacks;
using Fathom.Tests.Query.Trends;
using Fathom.Tests.Storage.Graphs;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>Whatever happens to the files of a recording, a verb gives the answer that it gave before, or none and a code that says so.</summary>
public sealed class DamagedRecordingTests : IDisposable
{
    private static readonly string[] s_info = ["info", "R"];

    private readonly TestFolder _folder = new();

    public static TheoryData<string> Kinds => ["heap", "retained", "graph", "memory", "stacks", "findings", "orphans", "watch", "serializers", "whole", "packed", "old"];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Kinds))]
    public Task No_damage_changes_an_answer(string kind) => DamageAsync(kind, times: 8, seed: 1);

    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(Kinds))]
    public Task None_of_many_damages_changes_an_answer(string kind) => DamageAsync(kind, times: 80, seed: 2);

    private async Task DamageAsync(string kind, int times, int seed)
    {
        (string path, string[][] verbs) = Make(kind);
        string[] files = Directory.Exists(path) ? [.. Directory.EnumerateFiles(path, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)] : [path];
        string[] names = [.. verbs.Select(verb => string.Join(' ', verb))];
        HostRun[] whole = await Task.WhenAll(verbs.Select(verb => RunAsync(verb, path)));
        Assert.All(whole, run => Assert.True(run.Code is ExitCode.Ok or ExitCode.Partial && run.Out.Length > 0, run.ToString()));
        Random random = new(seed);
        int noticed = 0;
        for (int i = 0; i < times; i++)
        {
            string file = files[random.Next(files.Length)];
            byte[] bytes = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);
            byte[] damaged = Damage(random, bytes, out string what);
            await File.WriteAllBytesAsync(file, damaged, TestContext.Current.CancellationToken);
            for (int verb = 0; verb < verbs.Length; verb++)
            {
                HostRun run = await RunAsync(verbs[verb], path);
                string place = $"{names[verb]}, {Path.GetRelativePath(path, file)} with {what}:\n{run}";
                bool isSame = run.Code == whole[verb].Code && run.Out == whole[verb].Out;
                Assert.True(isSame || (run.Code == ExitCode.Target && run.Out.Length == 0), place);
                Assert.DoesNotContain("should not", run.Error, StringComparison.Ordinal);
                Assert.DoesNotContain("TProtocol", run.Error, StringComparison.Ordinal);
                noticed += isSame ? 0 : 1;
            }

            await File.WriteAllBytesAsync(file, bytes, TestContext.Current.CancellationToken);
        }

        Assert.True(noticed > times / 4, string.Create(CultureInfo.InvariantCulture, $"{noticed} of {times} damages were noticed by a verb"));
    }

    private static byte[] Damage(Random random, byte[] whole, out string what)
    {
        int place = random.Next(whole.Length);
        byte[] damaged = [.. whole];
        switch (random.Next(10))
        {
            case 0:
                what = $"{place} bytes left of {whole.Length}";
                return damaged[..place];
            case 1:
                what = $"zeros from byte {place}";
                damaged.AsSpan(place, Math.Min(16, whole.Length - place)).Clear();
                damaged[place] ^= 0x10;
                return damaged;
            default:
                int bit = random.Next(8);
                what = $"bit {bit} of byte {place} of {whole.Length} flipped";
                damaged[place] ^= (byte)(1 << bit);
                return damaged;
        }
    }

    private (string Path, string[][] Verbs) Make(string kind)
    {
        switch (kind)
        {
            case "heap":
                HeapExample.RecordB(_folder.File(".")).Dispose();
                return (
                    HeapExample.RecordA(_folder.Path).Path,
                    [["heap", "R"], ["heap", "R", "--by", "generation"], ["heap", "diff", "R", _folder.File("b.fathom")], ["heap", "R", "--live"], ["sql", "from heap_type", "R"], s_info]);
            case "retained":
                return (GraphExample.Record(_folder, "r", 2).Path, [["sql", "from heap_retainer", "R"], ["sql", "select sum(retained_bytes) as s from heap_retained", "R"], s_info]);
            case "graph":
                return (
                    GraphRecordings.Create(_folder, "g", 20_000).Path,
                    [
                        ["heap", "R", "--retained"],
                        ["heap", "suspects", "R", "--share", "1"],
                        ["heap", "paths", "R", "--type", "A"],
                        ["sql", "select count(*) as n, sum(to_object) as t from heap_edge", "R"],
                    ]);
            case "memory":
                MemorySqlGoldenTests.Record(_folder, "before", 1).Dispose();
                return (MemorySqlGoldenTests.Record(_folder, "m", 2).Path, [["memory", "R"], ["memory", "diff", _folder.File("before.fathom"), "R"], ["sql", "from memory_region", "R"], s_info]);
            case "stacks":
                return (ThreadExample.RecordA(_folder.Path).Path, [["stacks", "R"], ["stacks", "locks", "R"], ["stacks", "async", "R"], s_info]);
            case "findings":
                return (FindingSqlGoldenTests.Record(_folder, "f", 2).Path, [["findings", "R"], ["sql", "from heap_collection", "R"]]);
            case "orphans":
                return (OrphanSqlGoldenTests.Record(_folder, "o", 2).Path, [["orphans", "R"], s_info]);
            case "watch":
                return (TrendRecordings.Small(_folder, "w", 3).Path, [["watch", "--input", "R"], s_info]);
            case "serializers":
                return (PageRecordings.Create(_folder, "s", 1).Path, [["serializers", "R"], ["sql", "from serializer", "R"]]);
            case "packed":
                using (RecordingReader packed = HeapExample.RecordA(_folder.Path))
                    RecordingPacker.Pack(packed, _folder.File("packed.fathom.zip"), replace: false, TestContext.Current.CancellationToken);
                return (_folder.File("packed.fathom.zip"), [["heap", "R"], ["sql", "from heap_usage", "R"], s_info]);
            case "old":
                string old = HeapExample.RecordA(_folder.Path).Path;
                Parts.MakeOld(old);
                return (old, [["heap", "R"], ["sql", "from heap_usage", "R"]]);
            default:
                return (
                    WholeRecording.Create(_folder, "whole", "heap_usage", "heap_edge", "heap_node", "heap_type"),
                    [
                        ["sql", "select sum(size_bytes) as s, max(generation) as g from heap_usage", "R"],
                        ["sql", "from heap_edge limit 10", "R"],
                        ["sql", "select count(*) as n from heap_node n join heap_type t using (rec, type_id) where t.name > 'name 4'", "R"],
                    ]);
        }
    }

    private static Task<HostRun> RunAsync(string[] verb, string path) =>
        HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. verb.Select(word => word == "R" ? path : word)], CancellationToken.None);
}
