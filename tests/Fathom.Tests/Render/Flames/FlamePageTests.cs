using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.Model.Trees;
using Fathom.Tests.Model.Trees;
using Xunit;

namespace Fathom.Tests.Render.Flames;

/// <summary>The page of stacks: what it embeds, and that nothing gets out of its place.</summary>
public sealed partial class FlamePageTests
{
    /// <summary>What ends elements, turns text around, and is no text at all.</summary>
    public const string Hostile = "</script><script>alert(1)</script><img src=x onerror=\"document.title='owned'\">"
        + "\"'<!--&{{script}}\u202Egnp.exe\u2028\0\u0007";

    [Fact]
    public void Its_totals_are_those_of_the_files_for_other_tools()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            StackExport export = RandomTimes.Export(seed, isBytes: seed % 2 == 0, hasWeights: seed % 4 != 3);
            JsonElement data = PageOf.Data(PageOf.Html(export));
            JsonElement facts = data.GetProperty("facts");
            List<long> cells = PageOf.Numbers(data.GetProperty("cells"));
            long scale = facts.GetProperty("scale").GetInt64();

            string[] folded = Encoding.UTF8.GetString(PageOf.Bytes("folded", export)).TrimEnd('\n').Split('\n');
            using JsonDocument speedscope = JsonDocument.Parse(PageOf.Bytes("speedscope", export));
            long total = facts.GetProperty("total").GetInt64();
            Assert.Equal(folded.Sum(static line => long.Parse(line[(line.LastIndexOf(' ') + 1)..], null)), total);
            JsonElement profiles = speedscope.RootElement.GetProperty("profiles");
            Assert.Equal(profiles.EnumerateArray().Sum(static one => one.GetProperty("endValue").GetInt64()), total);
            Assert.Equal(total, scale * cells.Where(static (_, at) => at % 5 == 3).Sum());
            Assert.Equal(facts.GetProperty("count").GetInt64(), cells.Where(static (_, at) => at % 5 == 4).Sum());
            Assert.Equal(seed % 4 == 3 ? "count" : seed % 2 == 0 ? "bytes" : "ns", facts.GetProperty("unit").GetString());
        }
    }

    // Each end of a stack leads over its callers to what the profile has there.
    [Fact]
    public void A_call_names_its_caller()
    {
        StackExport export = RandomTimes.Export(3);
        JsonElement data = PageOf.Data(PageOf.Html(export));
        List<long> nodes = PageOf.Numbers(data.GetProperty("nodes")), stacks = PageOf.Numbers(data.GetProperty("stacks"));
        string[] names = [.. data.GetProperty("methods").EnumerateArray().Select(static method => method[0].GetString()!)];

        SortedSet<string> found = [];
        for (int stack = 0; stack < stacks.Count; stack += 2)
        {
            List<string> way = [];
            for (long node = stacks[stack]; ; node -= nodes[(int)node * 2])
            {
                way.Insert(0, names[nodes[((int)node * 2) + 1]]);
                if (nodes[(int)node * 2] == 0)
                    break;
            }

            found.Add(string.Join(';', way));
        }

        SortedSet<string> expected = [];
        foreach (StackWeight stack in export.Profile.Stacks)
        {
            List<string> way = [$"p{stack.Process} (pid {stack.Process})"];
            foreach (int method in export.Profile.FramesOf(stack))
            {
                if (export.Profile.Methods[method].Name is { } name && way[^1] != name)
                    way.Add(name);
            }

            expected.Add(string.Join(';', way));
        }

        Assert.Equal(expected, found);
    }

    [Fact]
    public void Hostile_names_stay_text()
    {
        string page = PageOf.Html(Named(Hostile));

        // The data and the script: an element that a name had opened or ended would be a third or a missing one.
        Assert.Equal(2, ScriptPattern().Count(page));
        Assert.Equal(2, EndPattern().Count(page));
        Assert.DoesNotContain('\u202E', page);
        Assert.Contains(
            PageOf.Data(page).GetProperty("methods").EnumerateArray(),
            static method => method[0].GetString() == "M0" + Hostile);
    }

    [Fact]
    public void The_page_loads_nothing_and_lets_only_its_own_script_run()
    {
        string page = PageOf.Html(RandomTimes.Export(1));
        int begin = page.LastIndexOf("<script>", StringComparison.Ordinal) + "<script>".Length;
        string script = page[begin..page.LastIndexOf("</script>", StringComparison.Ordinal)];

        string hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        Assert.Contains($"script-src 'sha256-{hash}'", page, StringComparison.Ordinal);
        Assert.Contains("default-src 'none'", page, StringComparison.Ordinal);
        Assert.DoesNotMatch(LoadPattern(), page);
        Assert.DoesNotContain("innerHTML", script, StringComparison.Ordinal);
    }

    // 20,000 stacks of up to 40 frames in a thousand slices, each sum in a place of its own.
    [Fact]
    public void A_page_of_very_much_is_bounded_and_its_total_is_whole()
    {
        StackProfile profile = Large();
        StackExport export = RandomTimes.Of(profile, seed: 1, slices: 900);

        byte[] page = PageOf.Bytes("html", export);

        JsonElement facts = PageOf.Data(Encoding.UTF8.GetString(page)).GetProperty("facts");
        Assert.True(page.Length < 4_000_000, $"{page.Length} bytes");
        Assert.Equal((long)profile.Stacks.Sum(static stack => stack.Weight), facts.GetProperty("total").GetInt64());
        Assert.True(facts.GetProperty("folded").GetInt64() > 0);
        Assert.True(facts.GetProperty("folded_below").GetDouble() >= 0.001);
    }

    /// <summary>Stacks in which the first method, process and module are called something else.</summary>
    public static StackExport Named(string suffix)
    {
        StackExport export = RandomTimes.Export(5);
        TreeMethod[] methods = [.. export.Profile.Methods.Select(method =>
            method.Name is null ? method : new TreeMethod(method.Name + suffix, method.Module + suffix, method.Origin))];
        TreeProcess[] processes = [.. export.Profile.Processes.Select(process => process with { Name = process.Name + suffix })];
        return new StackExport(export.Profile with { Methods = methods, Processes = processes }, "CPU time in t" + suffix, IsBytes: false)
        {
            Times = RandomTimes.With(export, thread => thread with { Name = thread.Name + suffix }),
        };
    }

    private static StackProfile Large()
    {
        Random random = new(1);
        const int Methods = 20_000;
        TreeMethod[] methods =
        [
            new(null, null, null, TreeFrameKind.NoStack), new(null, null, null, TreeFrameKind.Collection),
            .. Enumerable.Range(0, Methods)
                .Select(static i => new TreeMethod($"Some.Namespace.Of.A.Program.Type{i}.Method{i}", $"module{i % 50}.dll", "own")),
        ];
        List<int> frames = [];
        List<StackWeight> stacks = [];
        for (int i = 0; i < 20_000; i++)
        {
            int start = frames.Count, length = random.Next(1, 40);
            for (int frame = 0; frame < length; frame++)
                frames.Add(frame < 3 ? 2 + random.Next(3) : random.Next(2, Methods + 2));
            stacks.Add(new StackWeight(0, start, length, 0, random.Next(1, 1_000_000), true, random.Next(1, 30)));
        }

        return new StackProfile(methods, [new TreeProcess("p", 1)], [.. frames], [.. stacks]);
    }

    [GeneratedRegex("<script", RegexOptions.IgnoreCase)]
    private static partial Regex ScriptPattern();

    [GeneratedRegex("</script", RegexOptions.IgnoreCase)]
    private static partial Regex EndPattern();

    [GeneratedRegex("(src|href)=\"(?!#)|url\\(|@import|fetch\\(|XMLHttpRequest|import\\(|https?://", RegexOptions.IgnoreCase)]
    private static partial Regex LoadPattern();
}
