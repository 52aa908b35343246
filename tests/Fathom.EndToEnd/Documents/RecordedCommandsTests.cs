using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>The commands of those pages that ask a recording; they run beside the others, because all of them together take minutes.</summary>
/// <param name="recorded">The recording that all of them ask.</param>
public sealed class RecordedCommandsTests(RecordedSample recorded) : IClassFixture<RecordedSample>
{
    public static TheoryData<string> RecordedPages => [.. DocumentedCommandsTests.All.Where(DocumentFixture.IsRecorded)];

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.RootReason)]
    [MemberData(nameof(RecordedPages))]
    public Task Every_command_of_a_page_about_a_recording_works_as_it_stands_there(string page)
    {
        Needs.Root();
        return DocumentedRun.OfAsync(page, recorded);
    }
}
