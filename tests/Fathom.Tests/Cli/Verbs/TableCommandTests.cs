using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Verbs;

/// <summary>Verbs whose answer is made in one piece.</summary>
public sealed class TableCommandTests
{
    [Theory]
    [InlineData(ExitCode.Ok)]
    [InlineData(ExitCode.NotPossible, "--bad")]
    [InlineData(ExitCode.LimitBroken, "--bad", "--fail-if", "n=1..")]
    [InlineData(ExitCode.Usage, "--where", "nothing=1")]
    public async Task The_exit_code_of_the_answer_stands_where_nothing_else_is_wrong(ExitCode code, params string[] words)
    {
        HostRun run = await RunAsync(words);

        Assert.Equal(code, run.Code);
        Assert.Equal(code != ExitCode.Usage, run.Out.Contains('7', StringComparison.Ordinal));
    }

    [Fact]
    public async Task Columns_that_only_the_answer_knows_are_those_of_its_rows()
    {
        HostRun run = await RunAsync("--open", "--format", "csv");

        Assert.Equal((ExitCode.Ok, "n\n7\n"), (run.Code, run.Out));
    }

    private static Task<HostRun> RunAsync(params string[] words)
    {
        Verb[] verbs = [new("probe", VerbGroup.Start, "A number.", () => new Probe(words.Contains("--open")))];
        return HostRun.OfAsync(verbs, TerminalFacts.Redirected, ["probe", .. words], TestContext.Current.CancellationToken);
    }

    private sealed class Probe : TableCommand
    {
        private static readonly ResultColumn[] s_columns = [new("n", CellKind.Integer)];

        private readonly bool _isOpen;
        private readonly Switch _bad = new("--bad", "Ends badly.");

        public Probe(bool isOpen)
            : base("probe", "A number.")
        {
            _isOpen = isOpen;
            Add(_bad);
            Add(new Switch("--open", "Says its columns with the answer."));
            AddOutput();
        }

        public override IReadOnlyList<Example> Examples => [new("fathom probe", "a number")];

        protected override ResultShape? Shape => _isOpen ? null : new ResultShape(s_columns);

        protected override TableAnswer Answer(Asked asked) =>
            new(new CommandResult(asked.Title, [], new ResultTable(s_columns, [[Cell.Of(7)]])), asked.Has(_bad) ? ExitCode.NotPossible : ExitCode.Ok);
    }
}
