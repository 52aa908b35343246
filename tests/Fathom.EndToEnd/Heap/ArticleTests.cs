using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>
/// The example of the MemAnalyzer article: 5,000,000 objects in a list lose a delegate each, then two fields that one int replaces. The sizes follow from
/// the runtime's object layout: 8 bytes of header and 8 of method table around the fields.
/// </summary>
public sealed class ArticleTests
{
    private const long Objects = 5_000_000;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_three_steps_of_the_article_have_the_sizes_that_it_names_and_the_diffs_show_the_differences()
    {
        using TestFolder folder = new();

        HeapJson first = await Measure(folder, 1);
        HeapJson second = await Measure(folder, 2);
        HeapJson third = await Measure(folder, 3);

        AssertType(first, "System.Func<System.String>", 320_000_000);
        AssertType(first, "Article.DataInstance", 240_000_000);
        Assert.False(second.Has("System.Func<System.String>"));
        AssertType(second, "Article.DataInstance", 200_000_000);
        AssertType(third, "Article.DataInstance", 160_000_000);

        HeapJson oneToTwo = await Diff(folder, 1, 2);
        AssertChange(oneToTwo, "System.Func<System.String>", -320_000_000, -100, "vanished");
        AssertChange(oneToTwo, "Article.DataInstance", -40_000_000, -100.0 / 6, "changed");
        HeapJson oneToThree = await Diff(folder, 1, 3);
        AssertChange(oneToThree, "System.Func<System.String>", -320_000_000, -100, "vanished");
        AssertChange(oneToThree, "Article.DataInstance", -80_000_000, -100.0 / 3, "changed");
        HeapJson twoToThree = await Diff(folder, 2, 3);
        AssertChange(twoToThree, "Article.DataInstance", -40_000_000, -20, "changed");
    }

    private static async Task<HeapJson> Measure(TestFolder folder, int step)
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder($"Article.Step{step}"), "Article"), [$"{Objects}"]);
        using SampleProcess sample = SampleProcess.Start(start);
        Assert.Equal(Objects, sample.Facts.GetProperty("objects").GetInt64());
        HeapJson answer = await HeapJson.AskAsync("heap", $"pid:{sample.Pid}", "--save", folder.File($"{step}.fathom"));
        await TargetHealth.CheckAsync(sample, beats: false);
        return answer;
    }

    private static Task<HeapJson> Diff(TestFolder folder, int a, int b) => HeapJson.AskAsync("heap", "diff", folder.File($"{a}.fathom"), folder.File($"{b}.fathom"));

    private static void AssertType(HeapJson heap, string type, long sizeBytes)
    {
        JsonElement row = heap.Row(type);
        Assert.Equal((Objects, sizeBytes), (row.GetProperty("count").GetInt64(), row.GetProperty("size_bytes").GetInt64()));
        Assert.Equal((double)sizeBytes / Objects, row.GetProperty("average_bytes").GetDouble());
    }

    private static void AssertChange(HeapJson diff, string type, long deltaBytes, double percent, string status)
    {
        JsonElement row = diff.Row(type);
        Assert.Equal((deltaBytes, status), (row.GetProperty("delta_size_bytes").GetInt64(), row.GetProperty("status").GetString()));
        Assert.Equal(percent, row.GetProperty("delta_size_percent").GetDouble(), 1e-9);
        Assert.Equal(row.GetProperty("b_size_bytes").GetInt64() - row.GetProperty("a_size_bytes").GetInt64(), deltaBytes);
    }
}
