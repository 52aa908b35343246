using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary><c>fathom serializers start</c> and growth, on the built tool and its programs.</summary>
public sealed class SerializersStartTests : IDisposable
{
    private const int Rounds = 3;
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task First_calls_stand_beside_programs_that_end_at_once()
    {
        string recording = _folder.File("start.fathom");
        string[] ask = ["serializers", "start", "--serializer", "System.Text.Json,(empty*", "--starts", "3", "--save", recording, "--format", "json", "--columns", "+starts,+assemblies,+failed_loads"];

        ToolRun result = await FathomTool.RunAsync(ask, environment: null, timeout: s_patience);

        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        Dictionary<string, JsonElement> rows = answer.RootElement.GetProperty("rows").EnumerateArray().ToDictionary(static row => row.GetProperty("serializer").GetString()!);
        JsonElement json = rows["System.Text.Json"], empty = rows["(empty process)"];
        Assert.Equal(("ok", 3), (json.GetProperty("outcome").GetString(), json.GetProperty("starts").GetInt32()));
        foreach (string column in new[] { "first_write_ns", "first_read_ns", "second_write_ns", "second_read_ns", "cpu_ns", "jitted_methods", "assemblies" })
            Assert.True(json.GetProperty(column).GetDouble() > 0, column);
        Assert.Equal(0, json.GetProperty("failed_loads").GetDouble());
        Assert.Equal(JsonValueKind.Null, empty.GetProperty("first_write_ns").ValueKind);
        Assert.True(json.GetProperty("peak_rss_bytes").GetDouble() > 1_000_000);
        // Serializing and reading back takes more processor time than ending at once, by tens of compiled methods.
        Assert.True(json.GetProperty("cpu_ns").GetDouble() > empty.GetProperty("cpu_ns").GetDouble());

        ToolRun again = await FathomTool.RunAsync(["serializers", "start", recording, "--format", "json", "--columns", "+starts,+assemblies,+failed_loads"], environment: null, timeout: s_patience);

        using JsonDocument saved = JsonDocument.Parse(again.Out);
        Assert.Equal(answer.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Growth_and_threads_of_one_serializer_are_measured()
    {
        string recording = _folder.File("growth.fathom");
        string[] ask =
        [
            "serializers", "scaling", "--quick", "--serializer", "System.Text.Json", "-n", "10,100,1k", "--threads", "1,2", "--launches", "1",
            "--samples", "2", "--save", recording, "--format", "json",
        ];

        ToolRun result = await FathomTool.RunAsync(ask, environment: null, timeout: s_patience);

        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal(["deserialize", "serialize"], rows.Select(static row => row.GetProperty("operation").GetString()).Order(StringComparer.Ordinal));
        Assert.All(rows, static row =>
        {
            Assert.InRange(row.GetProperty("exponent").GetDouble(), 0.1, 1.9);
            Assert.True(row.GetProperty("object_bytes").GetDouble() > 20);
            Assert.Equal("ok", row.GetProperty("outcome").GetString());
        });
        ToolRun threads = await FathomTool.RunAsync(
            ["sql", "SELECT threads, COUNT(*) AS samples FROM serializer_sample WHERE is_counted = 1 GROUP BY threads ORDER BY threads", recording, "--format", "csv"],
            environment: null,
            timeout: s_patience);
        Assert.Equal("threads,samples\n1,12\n2,12\n", threads.Out);
        ToolRun throughput = await FathomTool.RunAsync(["serializers", "throughput", recording, "--format", "json"], environment: null, timeout: s_patience);
        Assert.Equal("", throughput.ExitCode == 0 ? "" : throughput.Error);
        using JsonDocument rates = JsonDocument.Parse(throughput.Out);
        JsonElement[] counts = [.. rates.RootElement.GetProperty("rows").EnumerateArray()];
        // Three sizes, two operations, one thread and two.
        Assert.Equal(12, counts.Length);
        Assert.All(counts, static row =>
        {
            Assert.True(row.GetProperty("operations_per_second").GetDouble() > 0);
            Assert.True(row.GetProperty("megabytes_per_second").GetDouble() > 0);
            Assert.True(row.GetProperty("threads").GetInt32() == 1 ? row.GetProperty("efficiency").GetDouble() == 1 : row.GetProperty("efficiency").GetDouble() > 0);
        });
        Assert.Contains(rates.RootElement.GetProperty("notes").EnumerateArray(), static note => note.GetString()!.StartsWith("measured on ", StringComparison.Ordinal));
    }

    // Each book is looked for among all books before it: twice as many books take four times as long.
    [Fact]
    [Trait("Category", "Long")]
    public async Task A_serializer_that_is_seeded_to_read_in_quadratic_time_is_caught_with_its_exponent()
    {
        string[] ask =
            ["serializers", "scaling", "--quick", "--serializer", "(seeded) quadratic", "-n", "1k,4k,16k", "--launches", "2", "--samples", "3", "--format", "json", "--columns", "+exponent_low"];
        JsonElement read = default;
        // Beside a busy machine its bounds may be too wide for a verdict, and it is right to give none then. Measuring again narrows them, as it does for a user.
        for (int round = 0; round < Rounds && !(read.ValueKind == JsonValueKind.Object && read.GetProperty("superlinear").GetBoolean()); round++)
        {
            ToolRun result = await FathomTool.RunAsync(ask, FathomTool.Seeded, timeout: s_patience);
            Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
            using JsonDocument answer = JsonDocument.Parse(result.Out);
            read = answer.RootElement.GetProperty("rows").EnumerateArray().Single(static row => row.GetProperty("operation").GetString() == "deserialize").Clone();
        }

        // A machine that is half as fast at one end of the sizes moves it by a quarter.
        Assert.InRange(read.GetProperty("exponent").GetDouble(), 1.6, 2.4);
        Assert.True(read.GetProperty("superlinear").GetBoolean(), read.GetRawText());
        // Ten times as many are said to take about a hundred times as long, from the two largest sizes alone; a disturbed one of them moves it far.
        Assert.InRange(read.GetProperty("tenfold_ns").GetDouble() / read.GetProperty("largest_ns").GetDouble(), 20, 5000);
    }
}
