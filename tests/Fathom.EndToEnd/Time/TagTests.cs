using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Tags of stacks: of the service with nine causes, and what is wrong in rules. Of a scanner: <c>ScannerTests</c>.</summary>
public sealed class TagTests
{
    [Fact]
    public async Task What_is_wrong_is_one_sentence()
    {
        using TestFolder folder = new();
        string data = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data");
        File.Copy(Path.Combine(data, "events.nettrace"), folder.File("app.nettrace"));
        await WriteAsync("broken.tags", "tag Shop\n  Shop.*\n  priority 3\n");
        await WriteAsync("broken.xml", "<Tag Name=''>\n  <Tag Name='Shop'><Entrypoint Module='Shop.dll'></Tag>\n</Tag>\n");
        await WriteAsync("bomb.xml", "<!DOCTYPE Tag [<!ENTITY a 'b'>]>\n<Tag Name='&a;'/>\n");
        await WriteAsync("shop.tags", "tag Shop\n  Shop.*\n");
        Directory.CreateDirectory(folder.File("folder"));
        StringBuilder said = new();
        foreach (string line in new[]
        {
            "cpu app.nettrace --by tag --tags broken.tags", "waits app.nettrace --by tag --tags broken.xml", "allocs app.nettrace --tag Shop --tags bomb.xml",
            "cpu app.nettrace --by tag --tags absent.tags", "cpu app.nettrace --by tag --tags folder", "cpu app.nettrace --tags shop.tags",
            "cpu app.nettrace --tag JSN", "cpu app.nettrace --tag Shop", "waits app.nettrace --tag JSON,!JSON", "cpu app.nettrace --by colour",
            "waits app.nettrace --by colour", "allocs app.nettrace --by colour", "cpu app.nettrace --by tag --tree", "cpu app.nettrace --spans --by tag", "cpu app.nettrace --by tag --lines Main",
            "cpu app.nettrace --by tag --format folded", "gc app.nettrace --tag GC",
        })
        {
            ToolRun run = await FathomTool.RunAsync(line.Split(' '), null, folder: folder.Path);
            Assert.Equal("", run.Out);
            Assert.Equal(2, run.ExitCode);
            said.Append($"$ fathom {line}\n{run.Error}\n");
        }

        Snapshot.Match(said.ToString(), "tag-bad-input.txt");

        Task WriteAsync(string name, string text) => File.WriteAllTextAsync(folder.File(name), text, TestContext.Current.CancellationToken);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.RootReason)]
    public async Task Tags_of_a_service_add_up_and_own_rules_come_first()
    {
        Needs.Root();
        using TestFolder folder = new();
        string saved = folder.File("shop.fathom");
        using (SampleProcess shop = SampleProcess.Start("Causes", "shop"))
        using (SampleProcess customers = SampleProcess.Start("Causes", "customers", shop.Facts.GetProperty("address").GetString()!))
        {
            ToolRun run = await FathomTool.RunAsync("record", shop.Pid.ToString(CultureInfo.InvariantCulture), "--duration", "4s", "--save", saved);
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
        }

        Dictionary<string, double> cpu = await TagsAsync("cpu_ns", "cpu", saved), waits = await TagsAsync("wait_sum_ns", "waits", saved);
        Dictionary<string, double> allocs = await TagsAsync("estimated_bytes", "allocs", saved);
        Assert.Equal((await FathomTool.RowsAsync("cpu", saved)).Sum(static row => Number(row, "cpu_self_ns")), cpu.Values.Sum());
        Assert.Equal((await FathomTool.RowsAsync("waits", saved)).Sum(static row => Number(row, "wait_sum_ns")), waits.Values.Sum());
        Assert.Equal((await FathomTool.RowsAsync("allocs", saved)).Sum(static row => Number(row, "estimated_bytes")), allocs.Values.Sum(), 1.0);

        // A catalog is written as JSON, methods are compiled, vouchers throw, labels sleep, quotes are waited for, and a ledger is locked while it is written.
        Assert.Subset(cpu.Keys.ToHashSet(), (HashSet<string>)["Own code", "JSON/System.Text.Json", "JIT", "Exceptions", "Network/Sockets"]);
        Assert.Subset(waits.Keys.ToHashSet(), (HashSet<string>)["Sleep", "Locks/Task", "Locks/Monitor"]);
        Assert.Contains(waits.Keys, static tag => tag.StartsWith("Files/", StringComparison.Ordinal));
        Assert.True(allocs["Own code"] > allocs.Values.Sum() / 2, string.Join(", ", allocs));
        Assert.True(cpu.GetValueOrDefault("Other") < cpu.Values.Sum() / 4, string.Join(", ", cpu));

        // The rows of a tag are of its time, and the methods that wait are those of the causes.
        JsonElement[] json = await FathomTool.RowsAsync("cpu", saved, "--tag", "json");
        Assert.Equal(cpu["JSON/System.Text.Json"], json.Sum(static row => Number(row, "cpu_self_ns")));
        Assert.Contains(json, static row => row.GetProperty("method").GetString()!.StartsWith("System.Text.Json.", StringComparison.Ordinal));
        JsonElement[] locks = await FathomTool.RowsAsync("waits", saved, "--tag", "Locks/Monitor");
        Assert.Equal("Store.Ledger.Book", locks[0].GetProperty("method").GetString());
        Assert.Equal(waits["Locks/Monitor"], locks.Sum(static row => Number(row, "wait_sum_ns")));

        ToolRun none = await FathomTool.RunAsync("cpu", saved, "--tag", "Serializers");
        Assert.True(none.ExitCode is 0 or 1, none.ToString());
        Assert.Contains("note: no stack that was recorded has these tags;", none.Error, StringComparison.Ordinal);

        // The same rules in both forms, before those of Fathom.
        await File.WriteAllTextAsync(
            folder.File("own.tags"),
            "tag Mine/Written\n  System.Text.Json.dll!*\ntag Mine/Advice\n  priority 10000\n  Store.Recommendations.For\n",
            TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(
            folder.File("own.xml"),
            """
            <?xml version="1.0" encoding="utf-8"?>
            <Tag Name=""><Tag Name="Mine"><Tag Name="Written"><Entrypoint Module="System.Text.Json.dll" Method="*"/></Tag>
            <Tag Name="Advice" Priority="10000"><Entrypoint Module="*" Method="Store.Recommendations.For"/></Tag></Tag></Tag>
            """,
            TestContext.Current.CancellationToken);
        Dictionary<string, double> own = await TagsAsync("cpu_ns", "cpu", saved, "--tags", folder.File("own.tags"));
        Assert.Equal(own, await TagsAsync("cpu_ns", "cpu", saved, "--tags", folder.File("own.xml")));
        Assert.Equal(cpu.Values.Sum(), own.Values.Sum());
        Assert.DoesNotContain("JSON/System.Text.Json", own.Keys);
        // Of the highest priority, a method has all that it called.
        Assert.Equal(
            (await FathomTool.RowsAsync("cpu", saved))
                .Where(static row => row.GetProperty("method").GetString() == "Store.Recommendations.For")
                .Sum(static row => Number(row, "cpu_total_ns")),
            own["Mine/Advice"]);
    }

    private static async Task<Dictionary<string, double>> TagsAsync(string sum, params string[] words)
    {
        JsonElement[] rows = await FathomTool.RowsAsync([.. words, "--by", "tag"]);
        return rows.ToDictionary(static row => row.GetProperty("tag").GetString()!, row => Number(row, sum));
    }

    private static double Number(JsonElement row, string name) => row.GetProperty(name) is { ValueKind: JsonValueKind.Number } value ? value.GetDouble() : 0;
}
