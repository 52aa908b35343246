using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query;
using Xunit;

namespace Fathom.Tests.Cli.Verbs;

/// <summary>The way from a command line to an exit code that verbs about subjects have in common.</summary>
public sealed class SubjectCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly string _a;
    private readonly string _b;
    private SubjectProbe? _probe;

    public SubjectCommandTests()
    {
        using (var a = HeapRecordings.Create(_folder, "a", "My.Order", 3))
            _a = a.Path;
        using (var b = HeapRecordings.Create(_folder, "b", "My.Customer", 5))
            _b = b.Path;
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_subject_is_found_opened_asked_and_shown_in_this_order()
    {
        HostRun run = await RunAsync(_a, "--format", "csv", "--columns", "type,count");

        Assert.Equal((ExitCode.Ok, "type,count\nMy.Order,3\n", "note: a note of the answer\n"), (run.Code, run.Out, run.Error));
        Assert.Equal(["ask", "find 1", "answer 1"], _probe!.Steps);
    }

    [Fact]
    public async Task Two_subjects_are_found_together_and_are_two_recordings_of_one_session()
    {
        HostRun run = await RunAsync(_a, _b, "--format", "csv", "--columns", "type,count");

        Assert.Equal((ExitCode.Ok, "type,count\nMy.Customer,5\n"), (run.Code, run.Out));
        Assert.Equal(["ask", "find 2", "answer 2"], _probe!.Steps);
    }

    [Fact]
    public async Task A_subject_that_there_is_not_is_said_with_its_name()
    {
        HostRun run = await RunAsync("/nowhere/a.fathom");

        Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
        Assert.Contains("/nowhere/a.fathom", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("answer 1", _probe!.Steps);
    }

    [Theory]
    [InlineData("--top", "many")]
    [InlineData("--where", "nothing=1..")]
    [InlineData("--columns", "nothing")]
    public async Task Wishes_that_cannot_be_met_are_refused_before_a_subject_is_looked_for(string option, string value)
    {
        HostRun run = await RunAsync("/nowhere/a.fathom", option, value);

        Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
        Assert.Equal(["ask"], _probe!.Steps);
    }

    [Fact]
    public async Task A_question_that_looks_at_its_subject_comes_after_the_options_of_the_result()
    {
        HostRun bad = await RunAsync("/nowhere/a.fathom", "--early", "--top", "many");
        Assert.Equal((ExitCode.Usage, "ask"), (bad.Code, string.Join(' ', _probe!.Steps)));

        HostRun good = await RunAsync(_a, "--early");
        Assert.Equal((ExitCode.Ok, "ask, find 1, answer 1"), (good.Code, string.Join(", ", _probe.Steps)));
    }

    [Fact]
    public async Task A_broken_limit_is_the_exit_code_and_is_said_even_when_quiet()
    {
        HostRun run = await RunAsync(_a, "--fail-if", "count=3..", "-q");

        Assert.Equal(ExitCode.LimitBroken, run.Code);
        Assert.StartsWith("limit broken: count=3..: ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_empty_answer_is_whole_and_said()
    {
        HostRun run = await RunAsync(_a, "--empty");

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.Contains("note: there are no rows\n", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_is_stopped_shows_nothing()
    {
        HostRun run = await RunAsync(new CancellationToken(canceled: true), _a);

        Assert.Equal((ExitCode.Interrupted, "", "stopped before the result was complete\n"), (run.Code, run.Out, run.Error));
    }

    [Fact]
    public async Task Columns_that_only_the_answer_knows_are_bound_then()
    {
        HostRun run = await RunAsync(_a, "--late", "--format", "csv", "--columns", "kind,count", "--where", "kind=total");
        HostRun other = await RunAsync(_a, "--late", "--format", "csv");

        Assert.Equal(ExitCode.Usage, run.Code);
        Assert.StartsWith("kind,", other.Out, StringComparison.Ordinal);
    }

    private Task<HostRun> RunAsync(params string[] words) => RunAsync(TestContext.Current.CancellationToken, words);

    private Task<HostRun> RunAsync(CancellationToken stop, params string[] words)
    {
        Verb[] verbs = [new("probe", VerbGroup.Start, "The types of recordings.", () => _probe = new SubjectProbe())];
        return HostRun.OfAsync(verbs, TerminalFacts.Redirected, ["probe", .. words], stop);
    }
}
