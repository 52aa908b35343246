using System.Globalization;
using System.Text.Json;
using Fathom.Model.Trees;
using Fathom.TestSupport;
using Fathom.Tests.Model.Trees;
using Fathom.Tests.Render.Serializers;
using Xunit;

namespace Fathom.Tests.Render.Flames;

/// <summary>The page of stacks in a real browser: what mouse and keyboard do, and that its figures are those of the stacks.</summary>
public sealed class FlamePageBrowserTests : IDisposable
{
    // What is shown beyond the edge, or makes the page scroll to the side.
    private const string Problems = """
        (() => {
          const width = document.documentElement.clientWidth, problems = [];
          if (document.documentElement.scrollWidth > width) problems.push(`the page is ${document.documentElement.scrollWidth} wide`);
          for (const node of document.querySelectorAll("header *, section *, footer, #notes *")) {
            if (!node.checkVisibility() || node.closest("#graph") || node.closest("option, optgroup")) continue;
            const box = node.getBoundingClientRect();
            if (box.width > 0 && (box.left < -0.5 || box.right > width + 0.5))
              problems.push(`beyond the edge: ${node.tagName} ${node.id || node.className}`);
          }
          for (const node of document.querySelectorAll("#graph .box")) {
            const box = node.getBoundingClientRect(), edge = document.getElementById("graph").getBoundingClientRect();
            if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1)
              problems.push("a call outside of the graph");
          }
          return problems;
        })()
        """;

    // How many colours the map has.
    private const string Colours = """
        (() => {
          const canvas = document.getElementById("heat-canvas"), seen = new Set();
          const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          for (let i = 0; i < data.length; i += 4) seen.add(data[i] + "," + data[i + 1] + "," + data[i + 2]);
          return seen.size;
        })()
        """;

    // Of each method its name, total, self and count.
    private const string Rows = """
        [...document.querySelectorAll("#rows tbody tr")].map(row => [row.querySelector(".name").textContent,
          ...[...row.querySelectorAll("td")].map(cell => (cell.title || cell.textContent).replace(/[^0-9]/g, ""))].join(" ")).sort().join("\n")
        """;

    private const string Map = """
        (() => {
          document.getElementById("heat").scrollIntoView();
          const box = document.getElementById("heat-canvas").getBoundingClientRect();
          return [box.left, box.top, box.width].join(" ");
        })()
        """;

    private const string HitsAreMarked = """
        String([...document.querySelectorAll("#graph .box")]
          .every(box => box.classList.contains("hit") === /^M3,/.test(box.getAttribute("aria-label"))))
        """;

    private const string RootIsLowest = """
        String([...document.querySelectorAll("#graph .box")]
          .every(box => parseFloat(box.style.top) <= parseFloat(document.querySelector("#graph .box[aria-level='1']").style.top)))
        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1280)]
    [InlineData(390)]
    public async Task All_parts_are_drawn_within_the_width(int width)
    {
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        StackExport[] all = [RandomTimes.Export(4), RandomTimes.Export(4, isBytes: true), RandomTimes.Export(4, hasWeights: false), Deep()];
        foreach (StackExport export in all)
        {
            await window.ShowAsync(Page(export), "", width);

            JsonElement problems = await window.EvaluateAsync(Problems);
            Assert.True(problems.GetArrayLength() == 0, $"{width} wide: {problems}");
            Assert.Equal("0", await TextAsync(window, "document.documentElement.dataset.errors"));
            Assert.Equal(Total(export), await NumberAsync(window, "Number(document.documentElement.dataset.total)"));
            Assert.True(await NumberAsync(window, "document.querySelectorAll('#graph .box').length") > 3);
            Assert.True(await NumberAsync(window, "document.querySelectorAll('#rows tbody tr').length") > 0);
            Assert.True(await NumberAsync(window, Colours) > 5);
        }
    }

    // Each method, by its own sums over the stacks: the table has the same.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_table_has_the_sums_of_the_stacks_of_any_part_of_the_time()
    {
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        for (int seed = 1; seed < 4; seed++)
        {
            StackExport export = RandomTimes.Export(seed);
            foreach ((string hash, int first, int last) in ((string, int, int)[])[("", 0, 40), ("#from=0.010&to=0.025", 7, 22)])
            {
                await window.ShowAsync(Page(export), hash, 1280);
                string table = await TextAsync(window, Rows);

                Assert.Equal(Expected(export, first, last), table);
            }
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_part_of_the_time_is_chosen_by_the_mouse()
    {
        StackExport export = RandomTimes.Export(6);
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        await window.ShowAsync(Page(export), "", 1280);
        string[] edge = (await TextAsync(window, Map)).Split(' ');
        (double left, double top, double width) = (Real(edge[0]), Real(edge[1]), Real(edge[2]));
        // 43 ms from 3 ms on are five columns of ten cells.
        double column = (width - 2) / 5;

        await window.DragAsync((left + (1.5 * column), top + 6), (left + (2.5 * column), top + 6));

        // From the first cell of the second column to that of the third: 10 to 21 ms.
        Assert.Equal("0.010 0.021", await RangeAsync(window));
        Assert.Equal(Sum(export, 7, 18), await NumberAsync(window, "Number(document.documentElement.dataset.total)"));
        Assert.Contains("from=0.010&to=0.021", await TextAsync(window, "location.hash"), StringComparison.Ordinal);

        await window.EvaluateAsync("document.getElementById('whole').click()");

        Assert.Equal(Total(export), await NumberAsync(window, "Number(document.documentElement.dataset.total)"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task All_is_done_by_keyboard()
    {
        StackExport export = RandomTimes.Export(6);
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        await window.ShowAsync(Page(export), "", 1280);

        // Every control is reached by Tab, and shows it.
        List<string> reached = [];
        for (int i = 0; i < 14; i++)
        {
            await window.PressAsync("Tab");
            const string Active = "document.activeElement.id || document.activeElement.className || document.activeElement.tagName";
            reached.Add(await TextAsync(window, Active));
            Assert.NotEqual("none", await TextAsync(window, "getComputedStyle(document.activeElement).outlineStyle"));
        }

        foreach (string control in (string[])["skip", "heat", "from", "to", "thread", "find", "view", "begin"])
            Assert.Contains(control, reached);
        Assert.Contains(reached, static name => name.StartsWith("box ", StringComparison.Ordinal));

        await window.EvaluateAsync("document.getElementById('heat').focus()");
        await window.PressAsync("ArrowRight");
        await window.PressAsync("ArrowDown");
        await window.PressAsync("ArrowRight", withShift: true);
        // From slice 11 to slice 21, of a map that begins at 3 ms.
        Assert.Equal("0.014 0.025", await RangeAsync(window));
        Assert.Equal(Sum(export, 11, 22), await NumberAsync(window, "Number(document.documentElement.dataset.total)"));
        string told = await TextAsync(window, "document.getElementById('heat').getAttribute('aria-valuetext')");
        Assert.Contains("chosen: 0.014 to 0.025 s", told, StringComparison.Ordinal);
        await window.PressAsync("Escape");
        Assert.Equal(Total(export), await NumberAsync(window, "Number(document.documentElement.dataset.total)"));

        await window.EvaluateAsync("document.querySelector(\"#graph .box[tabindex='0']\").focus()");
        await window.PressAsync("ArrowDown");
        string called = await TextAsync(window, "document.activeElement.getAttribute('aria-label')");
        Assert.Equal("2", await TextAsync(window, "document.activeElement.getAttribute('aria-level')"));
        await window.PressAsync("Enter");
        Assert.Equal(called, await TextAsync(window, "document.activeElement.getAttribute('aria-label')"));
        Assert.Equal("100%", await TextAsync(window, "document.activeElement.style.width"));
        await window.PressAsync("Escape");
        Assert.Equal("100%", await TextAsync(window, "document.querySelector(\"#graph .box[aria-level='1']\").style.width"));
        Assert.Equal("true", await TextAsync(window, "String(document.getElementById('out').disabled)"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Search_tells_the_share_of_what_matches_and_marks_it()
    {
        StackExport export = RandomTimes.Export(2);
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        await window.ShowAsync(Page(export), "#find=m3", 1280);

        double with = Enumerable.Range(0, export.Profile.Processes.Count)
            .Sum(process => RandomStacks.With(export.Profile, process, 5).Weight);
        string share = string.Create(CultureInfo.InvariantCulture, $"is in {100 * with / Total(export):0.0} % of what is shown");
        Assert.Contains(share, await TextAsync(window, "document.getElementById('matched').textContent"), StringComparison.Ordinal);
        Assert.Equal("M3", await TextAsync(window, "[...document.querySelectorAll('#rows .name')].map(node => node.textContent).join()"));
        Assert.Equal("true", await TextAsync(window, HitsAreMarked));
        Assert.True(await NumberAsync(window, "document.querySelectorAll('#graph .hit').length") > 0);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Zoom_direction_and_threads_are_kept_apart_from_the_sums()
    {
        StackExport export = RandomTimes.Export(6);
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        await window.ShowAsync(Page(export), "#view=flame&thread=t0", 1280);

        double ofThread = RandomTimes.Whole(export).Cells.Where(cell => cell.Thread == Largest(export)).Sum(static cell => cell.Weight);
        Assert.Equal(ofThread, await NumberAsync(window, "Number(document.documentElement.dataset.total)"));
        // The root is at the bottom.
        Assert.Equal("true", await TextAsync(window, RootIsLowest));
        await window.EvaluateAsync("document.querySelectorAll(\"#graph .box[aria-level='2']\")[0].click()");
        Assert.Equal("100%", await TextAsync(window, "document.querySelectorAll(\"#graph .box[aria-level='2']\")[0].style.width"));
        Assert.Equal(ofThread, await NumberAsync(window, "Number(document.documentElement.dataset.total)"));
        await window.EvaluateAsync("document.getElementById('reset').click()");
        Assert.Equal("true", await TextAsync(window, "String(document.getElementById('reset').disabled)"));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1280)]
    [InlineData(390)]
    public async Task Hostile_names_make_no_element_and_run_nothing(int width)
    {
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        string[] suffixes = [FlamePageTests.Hostile, new string('x', 10_000), new string('\u202E', 100), "\ud800", "%</td>`${1}"];
        foreach (string suffix in suffixes)
        {
            await window.ShowAsync(Page(FlamePageTests.Named(suffix)), "#find=m1", width);
            await window.EvaluateAsync("document.querySelector('#rows .name').click()");

            Assert.Equal("0", await TextAsync(window, "document.documentElement.dataset.errors"));
            Assert.Equal("0", await TextAsync(window, "String(document.querySelectorAll('img, td script, svg, iframe').length)"));
            Assert.StartsWith("CPU time in t", await TextAsync(window, "document.title"), StringComparison.Ordinal);
            Assert.Equal("false", await TextAsync(window, "String(document.body.innerText.includes('\\u202e'))"));
            JsonElement problems = await window.EvaluateAsync(Problems);
            Assert.True(problems.GetArrayLength() == 0, $"{width} wide: {problems}");
        }
    }

    private string Page(StackExport export)
    {
        string file = _folder.File("page.html");
        File.WriteAllBytes(file, PageOf.Bytes("html", export));
        return file;
    }

    // A stack of 300 calls, one below the other.
    private static StackExport Deep()
    {
        int[] frames = [.. Enumerable.Range(0, 300)];
        TreeMethod[] methods = [.. frames.Select(static i => new TreeMethod($"Some.Long.Namespace.Of.It.Type{i}.Method", "m.dll", "own"))];
        StackProfile profile = new(methods, [new TreeProcess("p", 1)], frames, [new StackWeight(0, 0, 300, 0, 5_000_000, true, 5)]);
        return RandomTimes.Of(profile, seed: 1);
    }

    private static double Total(StackExport export) => export.Profile.Stacks.Sum(stack => export.HasWeight ? stack.Weight : stack.Count);

    private static double Sum(StackExport export, int first, int last) =>
        RandomTimes.Whole(export).Cells.Where(cell => cell.Slice >= first && cell.Slice < last).Sum(static cell => cell.Weight);

    private static int Largest(StackExport export) =>
        RandomTimes.Whole(export).Cells.GroupBy(static cell => cell.Thread).MaxBy(static thread => thread.Sum(static cell => cell.Weight))!.Key;

    private static string Expected(StackExport export, int first, int last)
    {
        Dictionary<string, (double Total, double Self, long Count)> sums = [];
        foreach (StackCell cell in RandomTimes.Whole(export).Cells.Where(cell => cell.Slice >= first && cell.Slice < last))
        {
            ReadOnlySpan<int> frames = export.Profile.FramesOf(export.Profile.Stacks[cell.Stack]);
            HashSet<string> seen = [];
            foreach (int frame in frames)
            {
                string name = export.Profile.Methods[frame].Name!;
                (double total, double self, long count) = sums.GetValueOrDefault(name);
                if (seen.Add(name))
                    sums[name] = (total + cell.Weight, self, count + cell.Count);
            }

            string leaf = export.Profile.Methods[frames[^1]].Name!;
            sums[leaf] = (sums[leaf].Total, sums[leaf].Self + cell.Weight, sums[leaf].Count);
        }

        return string.Join('\n', sums.OrderBy(static one => one.Key, StringComparer.Ordinal)
            .Select(static one => FormattableString.Invariant($"{one.Key} {one.Value.Total} {one.Value.Self} {one.Value.Count}")));
    }

    private static async Task<string> RangeAsync(BrowserWindow window) =>
        await TextAsync(window, "document.getElementById('from').value + ' ' + document.getElementById('to').value");

    private static async Task<string> TextAsync(BrowserWindow window, string expression) =>
        (await window.EvaluateAsync(expression)).GetString()!;

    private static async Task<double> NumberAsync(BrowserWindow window, string expression) =>
        (await window.EvaluateAsync(expression)).GetDouble();

    private static double Real(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
