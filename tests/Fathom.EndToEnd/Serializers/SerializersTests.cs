using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary><c>fathom serializers</c> on its own programs, which it builds when they are not built yet.</summary>
public sealed class SerializersTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Two_libraries_and_the_floors_are_measured_verified_and_kept()
    {
        string recording = _folder.File("s.fathom");
        string[] ask =
        [
            "serializers", "--quick", "--serializer", "System.Text.Json,Newtonsoft.Json,(copy)", "--case", "bookshelf", "-n", "20", "--payload", "10",
            "--save", recording, "--format", "json", "--columns", "+verified,+role",
        ];

        ToolRun result = await FathomTool.RunAsync(ask, environment: null, timeout: TimeSpan.FromMinutes(4), folder: _folder.Path);

        Assert.Equal(0, result.ExitCode);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal(["(copy)", "Newtonsoft.Json", "System.Text.Json"], rows.Select(static row => row.GetProperty("serializer").GetString()).Order(StringComparer.Ordinal));
        Assert.All(rows, static row =>
        {
            Assert.Equal("ok", row.GetProperty("outcome").GetString());
            Assert.True(row.GetProperty("verified").GetBoolean());
            Assert.True(row.GetProperty("serialize_ns").GetDouble() > 0);
            Assert.True(row.GetProperty("deserialize_ns").GetDouble() > 0);
        });
        // Both write the same JSON but for white space and order, so the sizes are near each other.
        long[] sizes = [.. rows.Where(static row => row.GetProperty("role").GetString() == "serializer").Select(static row => row.GetProperty("size_bytes").GetInt64())];
        Assert.InRange(sizes.Max(), sizes.Min(), sizes.Min() * 2);

        // A quick measurement writes the page without being asked; it replaces none.
        string page = await File.ReadAllTextAsync(_folder.File("serializers.html"), TestContext.Current.CancellationToken);
        Assert.Contains("\"Newtonsoft.Json\"", page, StringComparison.Ordinal);
        ToolRun refused = await FathomTool.RunAsync("serializers", recording, "--page", _folder.File("serializers.html"));
        Assert.Equal(3, refused.ExitCode);
        ToolRun classic = await FathomTool.RunAsync("serializers", recording, "--layout", "classic");
        Assert.StartsWith("Serializer\tObjects\t\"Time to serialize in s\"\t", classic.Out, StringComparison.Ordinal);
        Assert.Equal(4, classic.Out.TrimEnd().Split('\n').Length);

        ToolRun again = await FathomTool.RunAsync(["serializers", recording, "--format", "json", "--columns", "+verified,+role"], environment: null, timeout: TimeSpan.FromMinutes(4));

        using JsonDocument saved = JsonDocument.Parse(again.Out);
        Assert.Equal(answer.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());
    }

    // Twice as many busy threads as processors, in a process that is none of the suite's.
    [Fact]
    [Trait("Category", "Long")]
    public async Task That_other_programs_ran_is_in_the_notes_in_the_recording_and_on_the_page()
    {
        string recording = _folder.File("busy.fathom"), page = _folder.File("busy.html");
        using CancellationTokenSource over = new();
        Thread[] busy = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => new Thread(() => Spin(over.Token)))];
        foreach (Thread one in busy)
            one.Start();

        ToolRun result = await FathomTool.RunAsync(
            ["serializers", "--quick", "--serializer", "System.Text.Json", "-n", "5", "--launches", "1", "--samples", "4", "--save", recording, "--page", page, "--format", "json"],
            environment: null, timeout: TimeSpan.FromMinutes(4), folder: _folder.Path);
        await over.CancelAsync();
        foreach (Thread one in busy)
            one.Join();
        ToolRun again = await FathomTool.RunAsync("serializers", recording, "--format", "json");

        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        foreach (string output in new[] { result.Out, again.Out })
        {
            using JsonDocument answer = JsonDocument.Parse(output);
            Assert.Contains(answer.RootElement.GetProperty("notes").EnumerateArray(), static note => note.GetString()!.StartsWith("other programs took ", StringComparison.Ordinal));
            // One process says nothing of how processes differ.
            JsonElement row = answer.RootElement.GetProperty("rows").EnumerateArray().Single();
            Assert.Null(row.GetProperty("rank").GetString());
        }

        Assert.Contains("[\"other programs took ", await File.ReadAllTextAsync(page, TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    private static void Spin(CancellationToken over)
    {
        while (!over.IsCancellationRequested)
            Thread.SpinWait(1000);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_list_tells_what_is_worked_on_what_was_verified_elsewhere_and_what_has_no_adapter()
    {
        ToolRun result = await FathomTool.RunAsync(
            [
                "serializers",
                "list",
                "--serializer",
                "MessagePack,Newtonsoft.Json,System.Text.Json,(copy),Jil,GroBuf,FlatSharp*,SimdJsonSharp",
                "--format",
                "json",
                "--columns",
                "+library,+released,+verified,+released_source,+maintenance_reason,+known_until,+role,+reason,+licence_source",
            ],
            environment: null,
            timeout: TimeSpan.FromMinutes(4));

        Assert.Equal(0, result.ExitCode);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        JsonElement[] without = [.. rows.Where(static row => Text(row, "status") == "no adapter")];
        string?[] names = [.. without.Select(static row => Text(row, "serializer"))];
        Assert.All(new[] { "Jil", "GroBuf", "FlatSharp.Runtime", "SimdJsonSharp" }, name => Assert.Contains(name, names));
        Assert.All(without, static row => Assert.NotNull(Text(row, "reason")));
        // Whether its package restores depends on the machine; what it was verified with does not.
        JsonElement packed = rows.First(static row => Text(row, "library") == "MessagePack");
        Assert.Matches(
            $"^verified [0-9-]{{10}} with [0-9.]+{(Text(packed, "status") == "available" ? "" : ", package not available here")}$", Text(packed, "verified"));

        JsonElement[] serializers = [.. rows.Where(static row => Text(row, "role") == "serializer" && Text(row, "library") is not null)];
        Assert.All(serializers, static row => Assert.Contains(Text(row, "maintenance"), new[] { "active", "unclear", "maintenance", "in the box", "unknown" }));
        Assert.All(
            serializers.Where(static row => Text(row, "maintenance") != "in the box"),
            static row => Assert.EndsWith($"; facts end {Text(row, "known_until")}", Text(row, "maintenance_reason"), StringComparison.Ordinal));
        Assert.All(serializers.Where(static row => Text(row, "status") != "no adapter"), static row => Assert.NotNull(Text(row, "licence")));
        JsonElement json = rows.Single(static row => Text(row, "serializer") == "Newtonsoft.Json");
        Assert.Equal(("MIT", $"nuspec of Newtonsoft.Json {Text(json, "version")}"), (Text(json, "licence"), Text(json, "licence_source")));
        Assert.Matches("^20[0-9]{2}-[0-9]{2}-[0-9]{2}$", Text(json, "released"));
        Assert.NotNull(Text(json, "released_source"));
        Assert.Equal("in the box", Text(rows.Single(static row => Text(row, "serializer") == "System.Text.Json"), "maintenance"));
        Assert.Null(Text(rows.Single(static row => Text(row, "serializer") == "(copy)"), "maintenance"));
    }

    [Fact]
    public async Task A_case_that_there_is_not_is_met_with_the_near_name()
    {
        ToolRun result = await FathomTool.RunAsync(["serializers", "--case", "bookshelv"], environment: null, timeout: TimeSpan.FromMinutes(4));

        Assert.Equal(2, result.ExitCode);
        Assert.Contains("did you mean 'bookshelf'?", result.Error, StringComparison.Ordinal);
        Assert.Equal("", result.Out);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_matrix_tells_what_does_not_come_back_and_survives_a_crash()
    {
        string recording = _folder.File("m.fathom");
        ToolRun result = await FathomTool.RunAsync(
            ["serializers", "matrix", "--serializer", "System.Text.Json,Newtonsoft.Json", "--all", "--save", recording, "--format", "json"], environment: null, timeout: TimeSpan.FromMinutes(4));

        Assert.Equal(0, result.ExitCode);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        ILookup<string?, JsonElement> byTypes = answer.RootElement.GetProperty("rows").EnumerateArray().ToLookup(static row => Text(row, "types"));
        Assert.Equal(["annotated", "plain"], byTypes.Select(static group => group.Key).Order());
        Dictionary<(string, string), string> outcomes = byTypes["annotated"].ToDictionary(
            static row => (row.GetProperty("serializer").GetString()!, row.GetProperty("name").GetString()!), static row => row.GetProperty("outcome").GetString()!);
        Assert.Equal("ok", outcomes[("System.Text.Json", "date-local")]);
        Assert.Equal("changed", outcomes[("System.Text.Json", "lone-surrogate")]);
        Assert.Equal("refused", outcomes[("System.Text.Json", "nan")]);
        Assert.Equal("ok", outcomes[("Newtonsoft.Json", "nan")]);
        // It writes by recursion, a hundred thousand deep: the process ends, and all the others have their answers.
        Assert.Equal("crash", outcomes[("Newtonsoft.Json", "depth-100000")]);
        Assert.Equal(outcomes.Keys.Count(static key => key.Item1 == "System.Text.Json"), outcomes.Keys.Count(static key => key.Item1 == "Newtonsoft.Json"));

        ToolRun list = await FathomTool.RunAsync("serializers", "list", recording, "--format", "json");

        using JsonDocument counted = JsonDocument.Parse(list.Out);
        Assert.Equal(
            outcomes.GroupBy(static one => one.Key.Item1).Select(static one => (one.Key, one.Count(static cell => cell.Value == "ok"), one.Count())).Order(),
            counted.RootElement.GetProperty("rows").EnumerateArray()
                .Select(static row => (Text(row, "serializer")!, row.GetProperty("features_ok").GetInt32(), row.GetProperty("features_tried").GetInt32())).Order());
    }

    private static string? Text(JsonElement row, string column) => row.GetProperty(column).GetString();
}
