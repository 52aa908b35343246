using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>
/// Every command that stands in the documents and the README, run as it stands there, page by page and in order, on a sample program. The hunts have programs of their own
/// and tests of their own. What cannot be run whole has its reason in <see cref="DocumentedCommand"/>.
/// </summary>
public sealed class DocumentedCommandsTests
{
    private static readonly string[] s_hunts = ["docs/leak-hunt.md", "docs/rss-grows.md", "docs/scanner.md", "docs/slow-service.md", "docs/slow-start.md"];

    // One measures serializers first, the other watches for a while with each command.
    private static readonly string[] s_long = ["docs/serializers.md", "docs/watch.md"];

    public static TheoryData<string> Pages => [.. All.Where(static page => !DocumentFixture.IsRecorded(page))];

    internal static IEnumerable<string> All =>
        DocumentedCommand.Pages().Where(static page => !s_hunts.Contains(page) && !s_long.Contains(page) && DocumentedCommand.Of(page).Count > 0);

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Pages))]
    public Task Every_command_of_a_page_works_as_it_stands_there(string page) => DocumentedRun.OfAsync(page);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("docs/serializers.md")]
    [InlineData("docs/watch.md")]
    public Task Every_command_of_a_page_that_takes_longer_works_as_it_stands_there(string page) => DocumentedRun.OfAsync(page);

    [Fact]
    public void The_commands_of_the_documents_are_found()
    {
        string[] all = [.. DocumentedCommand.Pages().SelectMany(DocumentedCommand.Of).Select(static one => one.Text)];

        Assert.True(all.Length > 80, string.Join('\n', all));
        Assert.Contains("fathom heap MyApp", all);
        Assert.Contains("fathom sql \"SELECT * FROM serializer_sample LIMIT 5\" monday.fathom", all);
        Assert.Contains("fathom serializers show --case region -n 1", all);
        // Each is run, or says why not.
        Assert.All(DocumentedCommand.Pages().SelectMany(DocumentedCommand.Of), static one => Assert.True(one.Line(1, 2) is not null || one.WhyNot.Length > 0, one.Text));
    }
}
