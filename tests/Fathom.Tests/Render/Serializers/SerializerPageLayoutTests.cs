using System.Text.Json;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Render.Serializers;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Render.Serializers;

/// <summary>The page on a telephone and on a desk, with recordings that are hard to draw.</summary>
public sealed class SerializerPageLayoutTests : IDisposable
{
    private const string All = "front ranking scaling starts matrix outputs conclusion serializers environment";

    private static readonly int[] s_widths = [390, 1280];

    private static readonly string[] s_warnings =
    [
        "other programs took 40 % of the processors meanwhile",
        "a-case-with-a-name-that-has-no-break-in-it-and-is-longer-than-a-line-of-a-telephone-is-wide, n=10000, lane stream: rounds 1, 2 of processes did not count",
    ];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Many_serializers_and_cases_with_long_names() => await LookAsync(
        new CrowdedRecording
        {
            Cases = ["bookshelf", "graph-with-references-that-are-shared-by-many", "tweets"],
            Sizes = [1, 100, 10_000],
            Lanes = ["stream", "buffer"],
            Lossy = 3,
            Warnings = s_warnings,
        },
        "noise " + All);

    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_case_without_ranks_and_nothing_else() => await LookAsync(
        new CrowdedRecording { Serializers = 8, Scatter = 0.3, HasRest = false, Warnings = s_warnings }, "noise front ranking conclusion serializers environment");

    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_serializer() => await LookAsync(new CrowdedRecording { Serializers = 1, HasRest = false }, "front ranking conclusion serializers environment");

    [Fact]
    [Trait("Category", "Slow")]
    public async Task All_have_failed() => await LookAsync(new CrowdedRecording { Serializers = 8, Lossy = 8, HasRest = false }, "ranking serializers environment");

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Checks_outputs_and_first_calls_only() => await LookAsync(
        new CrowdedRecording { Serializers = 12, HasTimes = false }, "starts matrix outputs conclusion serializers environment");

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_is_missing_is_named_once()
    {
        string page = Page(new CrowdedRecording { Serializers = 3, HasRest = false });
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        await window.ShowAsync(page, "", 1280);

        Assert.Equal(
            "Not in this recording, so not on this page: the same case at several numbers of objects (-n 1,100,10k), first calls "
            + "(fathom serializers start), what each can do (fathom serializers matrix), outputs (fathom serializers show).",
            (await window.EvaluateAsync("document.getElementById('absent').textContent")).GetString());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_section_that_a_filter_empties_stays_and_says_so()
    {
        string page = Page(new CrowdedRecording { Serializers = 6, Sizes = [1, 100] });
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        await window.ShowAsync(page, "#find=nothing-is-called-so", 390);

        Assert.Equal(All, (await window.EvaluateAsync(PageLayout.Sections)).GetString());
        Assert.Equal(6, (await window.EvaluateAsync("[...document.querySelectorAll('main .none')].filter(one => one.textContent === 'No serializer is left; clear a filter.').length")).GetInt32());
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(0.5, 0.001, "floor beaten", "certainly faster")]
    [InlineData(0.9, 0.3, "not certain", "by less than the bounds")]
    [InlineData(1.5, 0.001, "", "")]
    public async Task A_floor_that_is_beaten_is_named(double ofFloor, double scatter, string mark, string note)
    {
        string page = Page(new CrowdedRecording { Serializers = 4, OfFloor = ofFloor, Scatter = scatter, HasRest = false });
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        await window.ShowAsync(page, "", 390);

        string cell = (await window.EvaluateAsync("document.querySelector('#rows tbody tr').cells[6].querySelector('small')?.textContent ?? ''")).GetString()!;
        string about = (await window.EvaluateAsync("document.getElementById('ranking-about').textContent")).GetString()!;

        Assert.Equal(mark, cell);
        Assert.Contains(note, about, StringComparison.Ordinal);
        Assert.Equal(mark == "floor beaten", about.Contains("Floor beaten", StringComparison.Ordinal));
        Assert.Equal(mark == "not certain", about.Contains("Not certain", StringComparison.Ordinal));
    }

    private async Task LookAsync(CrowdedRecording recording, string sections)
    {
        string page = Page(recording);
        await using BrowserWindow window = await BrowserWindow.OpenAsync(_folder);
        foreach (int width in s_widths)
        {
            await window.ShowAsync(page, "", width);

            JsonElement problems = await window.EvaluateAsync(PageLayout.Problems);
            Assert.True(problems.GetArrayLength() == 0, $"{width} wide: {problems}");
            Assert.Equal("0", (await window.EvaluateAsync("document.documentElement.dataset.errors")).GetString());
            Assert.Equal(sections, (await window.EvaluateAsync(PageLayout.Sections)).GetString());
            // Every mark has its name or its number, or is told below the chart.
            string[] counts = (await window.EvaluateAsync(PageLayout.MarksAndNames)).GetString()!.Split(' ');
            Assert.Equal(counts[0], counts[1]);
        }
    }

    private string Page(CrowdedRecording crowded)
    {
        using RecordingReader recording = crowded.Create(_folder);
        using QuerySession session = QuerySession.Open(recording);
        string file = _folder.File("page.html");
        using FileStream to = File.Create(file);
        SerializerPage.Write(new SerializerPageReport(session, 0, TestContext.Current.CancellationToken).Tables(), to);
        return file;
    }
}
