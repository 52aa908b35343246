using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Agents;

/// <summary><c>fathom mcp</c> over its input and output, with a client of our own.</summary>
public sealed class McpTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_client_sees_the_verbs_that_read_and_wrong_words_are_answered_with_the_schema()
    {
        using McpClient client = McpClient.Start();
        JsonElement hello = await client.AskAsync("initialize", McpClient.Hello);
        Assert.Equal("fathom", hello.GetProperty("serverInfo").GetProperty("name").GetString());
        Assert.Contains("'why'", hello.GetProperty("instructions").GetString(), StringComparison.Ordinal);
        client.Tell("notifications/initialized");

        JsonElement[] tools = [.. (await client.AskAsync("tools/list", "{}")).GetProperty("tools").EnumerateArray()];
        string[] names = [.. tools.Select(static tool => tool.GetProperty("name").GetString()!)];
        Assert.Equal(["why", "why_diff", "why_trend", "findings"], names[..4]);
        Assert.Contains("heap_suspects", names);
        Assert.DoesNotContain("cpu_trend", names);
        Assert.Contains("guide", names);
        Assert.Empty(names.Intersect(["record", "save", "dump", "extract", "mark", "pack", "mcp", "watch"]));
        Assert.All(tools, static tool => Assert.True(tool.GetProperty("annotations").GetProperty("readOnlyHint").GetBoolean()));
        Assert.DoesNotContain("\"save\"", tools[0].GetProperty("inputSchema").GetRawText(), StringComparison.Ordinal);

        foreach ((string tool, string arguments, string error) in ((string, string, string)[])
        [
            ("waits", """{"subject":"x","colour":"red"}""", "Tool 'waits' has no argument 'colour'."),
            ("waits", """{"subject":"x","idle":"yes"}""", "'idle' is true or false."),
            ("waits", """{"subject":["x"]}""", "'subject' is a text."),
            ("waits", """{"subject":"--save=x"}""", "begins with a dash"),
            ("waits", """{"subject":"x","limit":0}""", "'limit' is a number from 1 to 200."),
            ("waits", """{"cursor":"7:20"}""", "Cursor '7:20' is of no answer that is kept"),
            ("waits", "{}", "(the command was: fathom waits"),
            ("waits", """{"subject":"/nowhere/a.fathom"}""", "/nowhere/a.fathom"),
            ("why", """{"subject":"1","duration":"2h"}""", "'duration' is at most 60 s here."),
            ("why", """{"program":["/bin/true"]}""", "Tool 'why' has no argument 'program'."),
            ("why", """{"subject":"1","save":"x.fathom"}""", "Tool 'why' has no argument 'save'."),
        ])
        {
            (string text, bool isError) = await client.CallAsync(tool, arguments);
            Assert.True(isError, text);
            Assert.Contains(error, text, StringComparison.Ordinal);
            Assert.Contains($"Schema of '{tool}': {{\"type\":\"object\"", text, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", text, StringComparison.Ordinal);
        }

        Assert.True((await client.CallAsync("record", "{}")).IsError);
        (string guide, bool isWrong) = await client.CallAsync("guide", """{"tool":"waits"}""");
        Assert.False(isWrong, guide);
        Assert.Contains("Usage: fathom waits ", guide, StringComparison.Ordinal);
        Assert.Equal(0, client.End());
    }

    // Every name that is used comes from an earlier answer, but for that of the program that is slow.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_slow_service_is_solved_with_names_of_earlier_answers_only()
    {
        Needs.Perf();
        using SampleProcess slow = SampleProcess.Start(new System.Diagnostics.ProcessStartInfo("sh")
        {
            ArgumentList = { "-c", $"echo 'ready {{}}'; exec '{Path.Combine(Repository.SampleFolder("Slow"), "Slow")}'" },
        });
        Assert.Equal("done 5", slow.Ask("orders 5"));
        using McpClient client = McpClient.Start("--allow-write");
        await client.AskAsync("initialize", McpClient.Hello);
        client.Tell("notifications/initialized");
        string[] tools =
        [
            .. (await client.AskAsync("tools/list", "{}")).GetProperty("tools").EnumerateArray()
                .Select(static tool => tool.GetProperty("name").GetString()!),
        ];

        JsonElement process = (await client.RowsAsync("ps", """{"limit":200}"""))
            .First(row => Text(row, "application") == "Slow.dll" && row.GetProperty("pid").GetInt32() == slow.Pid);
        Assert.Contains("save", tools);
        (string ring, bool isRefused) = await client.CallAsync("record", """{"process":["1"],"ring":"60s","when":["cpu_percent=1.."]}""");
        Assert.True(isRefused, ring);
        Assert.Contains("Tool 'record' has no argument 'ring'.", ring, StringComparison.Ordinal);
        string saved = _folder.File("slow.fathom");
        (string recorded, bool isError) = await client.CallAsync(
            "record", $$"""{"process":["{{process.GetProperty("pid").GetInt32()}}"],"duration":"3s","save":"{{saved}}"}""");
        Assert.False(isError, recorded);
        JsonElement cause = (await client.RowsAsync("why", $$"""{"subject":"{{saved}}"}"""))[0];
        string[] next = cause.GetProperty("look_closer").GetString()!.Split(' ');
        Assert.Contains(next[1], tools);
        JsonElement found = (await client.RowsAsync(next[1], $$"""{"subject":"{{next[2]}}"}"""))[0];

        Assert.Equal(("Shop.Stock.Reserve", "Shop.Warehouse.Ask", "sleep"), (Text(found, "method"), Text(found, "owner_method"), Text(found, "owner_does")));
        Assert.Equal(cause.GetProperty("method").GetString(), Text(found, "method"));

        // Pages of one answer are all of its rows, each once.
        List<string> rows = [];
        for (string? cursor = ""; cursor is not null;)
        {
            (string page, bool isWrong) = await client.CallAsync(
                "threads",
                cursor.Length == 0 ? $$"""{"subject":"{{saved}}","each":true,"limit":3}""" : $$"""{"cursor":"{{cursor}}","limit":3}""");
            Assert.False(isWrong, page);
            JsonElement answer = JsonDocument.Parse(page).RootElement;
            rows.AddRange(answer.GetProperty("rows").EnumerateArray().Select(static row => row.GetRawText()));
            Assert.True(answer.GetProperty("rows").GetArrayLength() <= 3);
            cursor = answer.GetProperty("next_cursor").GetString();
            if (cursor is null)
                Assert.Equal(answer.GetProperty("total_rows").GetInt32(), rows.Count);
        }

        Assert.Equal((await FathomTool.RowsAsync("threads", saved, "--each")).Select(static row => row.GetRawText()), rows);
        Assert.True(rows.Count > 6, rows.Count.ToString(CultureInfo.InvariantCulture));
        Assert.Equal(0, client.End());
    }

    // In place of what only this verb needs there is nothing that could be loaded, and nothing else misses it.
    [Fact]
    public async Task Other_verbs_do_not_load_the_protocol()
    {
        string published = Path.GetDirectoryName(FathomTool.Executable)!;
        int left = 0;
        foreach (string file in Directory.EnumerateFiles(published).Where(static file => !file.EndsWith(".pdb", StringComparison.Ordinal)))
        {
            string name = Path.GetFileName(file), copy = _folder.File(name);
            if (name.StartsWith("ModelContextProtocol", StringComparison.Ordinal) || name.StartsWith("Microsoft.Extensions.", StringComparison.Ordinal))
                File.WriteAllText(copy, $"no library {++left}");
            else
                File.Copy(file, copy);
        }

        Directory.CreateSymbolicLink(_folder.File("runtimes"), Path.Combine(published, "runtimes"));
        Assert.Equal(4, left);
        foreach (string verb in (string[])["version", "ps", "--help", "mcp --help", "schema", "sql 'select 1 as a'"])
        {
            ToolRun run = await FathomTool.ShellAsync($"'{_folder.File("fathom")}' {verb}");
            Assert.True(run.ExitCode == 0, run.ToString());
        }

        Assert.NotEqual(0, (await FathomTool.ShellAsync($"'{_folder.File("fathom")}' mcp < /dev/null")).ExitCode);
    }

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();
}
