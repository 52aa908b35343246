using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Render.Serializers;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Render.Serializers;

/// <summary>The page in a real browser, opened as a file.</summary>
public sealed partial class SerializerPageBrowserTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly Browser _browser;

    public SerializerPageBrowserTests() => _browser = new Browser(_folder);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1280)]
    [InlineData(390)]
    public async Task Every_section_is_drawn_and_nothing_fails(int width)
    {
        string page = Page(static name => name);

        (string document, string console) = await _browser.OpenAsync(page, "#case=bookshelf%7C100%7C0%7Cstream", width);
        int bytes = await _browser.PictureAsync(page, width, 2400);

        Assert.Equal("", console);
        Assert.Contains("data-ready=\"1\"", document, StringComparison.Ordinal);
        Assert.Contains("data-errors=\"0\"", document, StringComparison.Ordinal);
        // Five are ranked and one floor is below them; the lossy one stands apart with its reason.
        Assert.Equal(["Small.Binary", "Quick.Json", "Quick.Json (references)", "Wordy.Xml", "Old.Formatter", "(copy)"], Names(document));
        Assert.Contains("came back as null", document, StringComparison.Ordinal);
        Assert.Equal(5, MarkPattern().Count(document));
        Assert.Equal(5, SeriesPattern().Count(document));
        Assert.Equal(12, BarPattern().Count(document));
        Assert.Equal(6 * 6, CellPattern().Count(document));
        Assert.Contains("output of Quick.Json", document, StringComparison.Ordinal);
        // An empty page of that size takes a tenth of it.
        Assert.True(bytes > 60_000, $"the picture has {bytes} bytes only");
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(10, "output of Quick.Json")]
    [InlineData(100, "large output of Quick.Json")]
    public async Task Outputs_are_those_of_the_data_that_is_chosen(int objects, string output)
    {
        (string document, string console) = await _browser.OpenAsync(Page(static name => name), $"#case=bookshelf%7C{objects}%7C0%7Cstream", 1280);

        Assert.Equal("", console);
        Assert.Equal(6, OutputPattern().Count(document));
        Assert.Contains($"<pre dir=\"ltr\">{output}</pre>", document, StringComparison.Ordinal);
        Assert.Contains($"The output for bookshelf, {objects} objects.", document, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("#need=cycles", "Quick.Json (references),Old.Formatter")]
    [InlineData("#need=cycles&safe=1", "Quick.Json (references)")]
    [InlineData("#format=binary&safe=1", "Small.Binary")]
    [InlineData("#find=JSON", "Quick.Json,Quick.Json (references)")]
    [InlineData("#need=cycles,nan&format=text&find=quick.json", "Quick.Json (references)")]
    public async Task Filters_leave_those_that_fit(string hash, string names)
    {
        (string document, string console) = await _browser.OpenAsync(Page(static name => name), hash, 1280);

        string[] expected = names.Split(',');
        Assert.Equal("", console);
        Assert.Equal(expected, Names(document).Where(static name => name != "(copy)"));
        Assert.Contains(string.Create(CultureInfo.InvariantCulture, $"data-kept=\"{expected.Length}\""), document, StringComparison.Ordinal);
        Assert.Equal(expected.Length, MarkPattern().Count(document));
        Assert.Contains("Left out by the filters", document, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Hostile_names_make_no_element_and_run_nothing()
    {
        const string Hostile = "</script></style><img src=x onerror=\"document.title='owned'\"><svg onload=alert(1)>\u202E";

        (string document, string console) = await _browser.OpenAsync(Page(static name => name + Hostile), "#need=cycles", 1280);

        Assert.Equal("", console);
        Assert.Contains("data-errors=\"0\"", document, StringComparison.Ordinal);
        Assert.Contains("data-kept=\"2\"", document, StringComparison.Ordinal);
        Assert.Contains("<title>Serializers compared</title>", document, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", document, StringComparison.Ordinal);
        Assert.DoesNotContain('\u202E', TextPattern().Replace(document, ""));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Sections_without_figures_are_left_out()
    {
        (string document, string console) = await _browser.OpenAsync(Page(static name => name, isBare: true), "", 1280);

        Assert.Equal("", console);
        Assert.Contains("data-errors=\"0\"", document, StringComparison.Ordinal);
        foreach (string section in new[] { "starts", "matrix", "outputs" })
            Assert.Contains($"<section id=\"{section}\" aria-labelledby=\"{section}-title\" hidden=\"\">", document, StringComparison.Ordinal);
        Assert.Contains("<details id=\"needs\" hidden=\"\">", document, StringComparison.Ordinal);
    }

    private string Page(Func<string, string> naming, bool isBare = false)
    {
        using RecordingReader recording = PageRecordings.Create(_folder, "page", scale: 1, naming, isBare);
        using QuerySession session = QuerySession.Open(recording);
        string file = _folder.File("page.html");
        using FileStream to = File.Create(file);
        SerializerPage.Write(new SerializerPageReport(session, 0, TestContext.Current.CancellationToken).Tables(), to);
        return file;
    }

    private static IEnumerable<string> Names(string document) => NamePattern().Matches(document).Select(static match => match.Groups[1].Value);

    [GeneratedRegex("<tr[^>]*data-name=\"([^\"]*)\"")]
    private static partial Regex NamePattern();

    [GeneratedRegex("class=\"mark (text|binary)\"")]
    private static partial Regex MarkPattern();

    [GeneratedRegex("<pre dir=\"ltr\">")]
    private static partial Regex OutputPattern();

    [GeneratedRegex("<path class=\"series\"")]
    private static partial Regex SeriesPattern();

    [GeneratedRegex("<div class=\"(write|read)\"")]
    private static partial Regex BarPattern();

    [GeneratedRegex("<td class=\"[a-z]+\" tabindex=\"-?[01]\" aria-label")]
    private static partial Regex CellPattern();

    // Attributes that hold a name as it is are no place where text is shown.
    [GeneratedRegex("data-name=\"[^\"]*\"")]
    private static partial Regex TextPattern();
}
