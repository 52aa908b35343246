using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Render.Serializers;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Render.Serializers;

/// <summary>The page of the comparison: what it embeds, and that nothing gets out of its place.</summary>
public sealed partial class SerializerPageTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_tables_are_in_the_page_a_row_a_line()
    {
        string data = Data(Page(PageRecordings.Create(_folder, "a", scale: 1)));

        Snapshot.Match(EnvironmentPattern().Replace(data, "\"environment\",…"), "serializer-page-data.json");
    }

    [Fact]
    public void Hostile_names_stay_text()
    {
        const string Hostile = "</script><script>alert(1)</script>\"'<!--&{{script}}\u202Egnp.exe\u2028\u0007";

        string page = Page(PageRecordings.Create(_folder, "a", scale: 1, name => name + Hostile));

        // The data and the script: an element that a name had opened or ended would be a third or a missing one.
        Assert.Equal(2, ScriptPattern().Count(page));
        Assert.Equal(2, EndPattern().Count(page));
        Assert.DoesNotContain("alert(1)</", page, StringComparison.Ordinal);
        Assert.DoesNotContain('\u202E', page);
        using JsonDocument read = JsonDocument.Parse(Data(page));
        JsonElement entries = read.RootElement.EnumerateArray().Single(static table => table.GetProperty("name").GetString() == "entries");
        Assert.All(entries.GetProperty("rows").EnumerateArray(), static row => Assert.EndsWith(Hostile, row[0].GetString(), StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_loads_nothing_and_lets_only_its_own_script_run()
    {
        string page = Page(PageRecordings.Create(_folder, "a", scale: 1));
        string script = page[(page.LastIndexOf("<script>", StringComparison.Ordinal) + 8)..page.LastIndexOf("</script>", StringComparison.Ordinal)];

        Assert.Contains($"script-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)))}'", page, StringComparison.Ordinal);
        Assert.Contains("default-src 'none'", page, StringComparison.Ordinal);
        Assert.DoesNotMatch(LoadPattern(), page);
        Assert.DoesNotContain("innerHTML", script, StringComparison.Ordinal);
    }

    [Fact]
    public void What_disturbed_the_measurement_is_in_the_page()
    {
        string page = Page(SerializerRecordings.Create(_folder, "a", scale: 1, waits: true, warning: "other programs took 40 % of the processors meanwhile"));

        using JsonDocument read = JsonDocument.Parse(Data(page));
        JsonElement noise = read.RootElement.EnumerateArray().Single(static table => table.GetProperty("name").GetString() == "noise");
        string[] sentences = [.. noise.GetProperty("rows").EnumerateArray().Select(static row => row[0].GetString()!)];
        Assert.Equal("other programs took 40 % of the processors meanwhile", sentences[0]);
        Assert.StartsWith("24 of 120 samples waited", sentences[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Neither_the_machine_nor_a_path_on_it_is_told()
    {
        RecordingReader recording = PageRecordings.Create(_folder, "a", scale: 1);
        string folder = recording.Folder;

        string page = Page(recording);

        Assert.DoesNotContain(folder, page, StringComparison.Ordinal);
        Assert.DoesNotContain("\"machine\"", page, StringComparison.Ordinal);
    }

    private static string Page(RecordingReader recording)
    {
        using (recording)
        {
            using QuerySession session = QuerySession.Open(recording);
            using MemoryStream page = new();
            SerializerPage.Write(new SerializerPageReport(session, 0, TestContext.Current.CancellationToken).Tables(), page);
            return Encoding.UTF8.GetString(page.ToArray());
        }
    }

    private static string Data(string page)
    {
        const string Start = "<script type=\"application/json\" id=\"data\">";
        int from = page.IndexOf(Start, StringComparison.Ordinal) + Start.Length;
        return page[from..page.IndexOf("</script>", from, StringComparison.Ordinal)];
    }

    // When, where and with which version differs from run to run.
    [GeneratedRegex("\"environment\",[^]]*\\],\"rows\":\\[[^}]*\\](?=})")]
    private static partial Regex EnvironmentPattern();

    [GeneratedRegex("<script", RegexOptions.IgnoreCase)]
    private static partial Regex ScriptPattern();

    [GeneratedRegex("</script", RegexOptions.IgnoreCase)]
    private static partial Regex EndPattern();

    [GeneratedRegex("(src|href)=\"(?!#)|url\\(|@import|fetch\\(|XMLHttpRequest|import\\(|https?://(?!www\\.w3\\.org/2000/svg)", RegexOptions.IgnoreCase)]
    private static partial Regex LoadPattern();
}
