using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>The commands of <c>docs/scanner.md</c>, run as they stand there, in order.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class ScannerTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_commands_lead_from_slow_files_to_the_program_that_scans_them()
    {
        Needs.Root();

        List<(string Command, string Answer)> answers = await new HuntDocument("scanner.md", "Archive", 0, 1).RunAsync();

        Assert.Equal(["record", "record", "waits", "waits", "waits", "info", "info"], answers.Select(static answer => answer.Command.Split(' ')[1]));
        string first = answers[2].Answer.Split('\n').First(static line => line.Contains("Shop.", StringComparison.Ordinal));
        Assert.Matches(@"^file +Shop\.Archive\.Find ", first);
        Assert.Contains("[kernel]!fanotify_handle_event", answers[3].Answer, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^Security software and tracers: .* % of Archive \(", answers[4].Answer);
        Assert.Matches(@"(?m)^Security and tracing/File access \(fanotify\) ", answers[4].Answer);
        Assert.Matches(@"(?m)^tracing fanotify_marks Scanner +1$", answers[5].Answer);
        Assert.Matches(@"(?m)^environment +Scanner +tracing fanotify_marks +new ", answers[6].Answer);
    }
}
