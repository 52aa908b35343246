using System.Text;
using System.Text.Json;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;
using Fathom.Query.Trees;
using Fathom.Render.Formats;
using Fathom.Tests.Model.Trees;
using Xunit;

namespace Fathom.Tests.Query.Trees;

/// <summary>Files for other tools: their totals are those of the stacks, and no name breaks them.</summary>
public sealed class StackFormatTests
{
    [Fact]
    public void Folded_stacks_add_up_to_the_total_and_each_line_is_one_stack()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            StackProfile profile = RandomStacks.Profile(seed);
            string[] lines = Write("folded", profile, TreeMeasure.Cpu).TrimEnd('\n').Split('\n');

            Assert.Equal(profile.Stacks.Length, lines.Length);
            Assert.Equal(
                (long)profile.Stacks.Sum(static stack => stack.Weight),
                lines.Sum(static line => long.Parse(line[(line.LastIndexOf(' ') + 1)..], null)));
            Assert.Equal(profile.Stacks.Sum(static stack => stack.Length + 1), lines.Sum(static line => line.Split(';').Length));
        }
    }

    [Fact]
    public void Names_cannot_divide_frames_or_lines()
    {
        StackProfile profile = Hostile();

        string folded = Write("folded", profile, TreeMeasure.Cpu);

        Assert.Equal("my sh:op;A:B C;(no stack) 5\n", folded);
        using JsonDocument json = JsonDocument.Parse(Write("speedscope", profile, TreeMeasure.Cpu));
        Assert.Equal("A;B\nC", json.RootElement.GetProperty("shared").GetProperty("frames")[0].GetProperty("name").GetString());
    }

    // As file-format-schema.json of speedscope says; the file itself was judged by it.
    [Fact]
    public void A_file_of_speedscope_has_a_sampled_profile_for_each_process_with_its_total()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            StackProfile profile = RandomStacks.Profile(seed, hasWeights: seed % 4 != 0);
            TreeMeasure measure = seed % 2 == 0 ? TreeMeasure.Cpu : TreeMeasure.Allocs;
            using JsonDocument json = JsonDocument.Parse(Write("speedscope", profile, measure));
            JsonElement file = json.RootElement;

            Assert.Equal("https://www.speedscope.app/file-format-schema.json", file.GetProperty("$schema").GetString());
            int frames = file.GetProperty("shared").GetProperty("frames").GetArrayLength();
            JsonElement[] profiles = [.. file.GetProperty("profiles").EnumerateArray()];
            Assert.Equal(profile.Stacks.Select(static stack => stack.Process).Distinct().Count(), profiles.Length);
            foreach (JsonElement one in profiles)
            {
                Assert.Equal("sampled", one.GetProperty("type").GetString());
                Assert.Equal(seed % 4 == 0 ? "none" : seed % 2 == 0 ? "nanoseconds" : "bytes", one.GetProperty("unit").GetString());
                Assert.Equal(one.GetProperty("samples").GetArrayLength(), one.GetProperty("weights").GetArrayLength());
                long sum = one.GetProperty("weights").EnumerateArray().Sum(static weight => weight.GetInt64());
                Assert.Equal(one.GetProperty("endValue").GetInt64(), sum);
                IEnumerable<JsonElement> used = one.GetProperty("samples").EnumerateArray()
                    .SelectMany(static sample => sample.EnumerateArray());
                Assert.All(used, frame => Assert.InRange(frame.GetInt32(), 0, frames - 1));
            }

            double total = profile.Stacks.Sum(stack => seed % 4 == 0 ? stack.Count : stack.Weight);
            Assert.Equal((long)total, profiles.Sum(static one => one.GetProperty("endValue").GetInt64()));
        }
    }

    [Fact]
    public void Bytes_are_rounded_so_that_their_sum_is_right()
    {
        StackWeight[] stacks = [.. Enumerable.Range(0, 10).Select(static _ => new StackWeight(0, 0, 1, 0, 0.25, true, 1))];
        StackProfile profile = new([new TreeMethod("M", null, null)], [new TreeProcess("p", 1)], [0], stacks);
        StackExport export = new(profile, "t", IsBytes: true);

        Assert.Equal(2, export.Weights(Enumerable.Range(0, 10)).Sum(static one => one.Weight));
    }

    private static StackProfile Hostile() => new(
        [new TreeMethod(null, null, null, TreeFrameKind.NoStack), new TreeMethod("A;B\nC", null, null)],
        [new TreeProcess("my\tsh;op", 7)],
        [1, 0],
        [new StackWeight(0, 0, 2, 0, 5, true, 1)]);

    private static string Write(string format, StackProfile profile, TreeMeasure measure)
    {
        StackExport export = new(profile, "t", measure.Total.Unit == ColumnUnit.Bytes);
        CommandResult result = new("cpu", ["a.fathom"], measure.Stacks(profile)) { Stacks = export };
        using MemoryStream to = new();
        ShapedResult shaped = new(result, 0, new LimitVerdict([], []));
        OutputFormat.OfStacks.Single(one => one.Name == format).Write(shaped, to, TableStyle.Plain, isFile: false, own: null);
        return Encoding.UTF8.GetString(to.ToArray());
    }
}
