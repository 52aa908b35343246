using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Query.Findings;
using Fathom.Render.Stacks;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom findings SUBJECT</c>: what is wrong with it.</summary>
internal sealed class FindingsCommand : SubjectCommand
{
    public const string Summary = "What is wrong with a program, by documented rules.";

    private static readonly TimeSpan s_usualPause = TimeSpan.FromSeconds(1);

    private readonly ThreadOptions _threads;

    public FindingsCommand()
        : base("findings", Summary, Subject(SubjectText.Usual))
    {
        AddOutput(OutputFeatures.View & ~OutputFeatures.Unit);
        _threads = new ThreadOptions(this);
        Source = new SourceOptions(this, saves: true, usualPause: s_usualPause);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom findings MyApp", "all rules, the worst first"),
        new("fathom findings core.4711 --where rule=deadlock", "one rule on a core dump"),
        new("fathom findings MyApp --fail-if severity=error", ExitText.EndsWhen("a finding is an error")),
    ];

    public override string Remarks =>
        $"Rules: {string.Join(", ", FindingReport.RuleNames)}.\nEach is described in docs/findings.md: what it checks, its limits, and when it is wrong.";

    protected override SubjectQuestion Ask(AskedSubjects asked) =>
        new(FindingShapes.Findings, _threads.Reader(asked.Parsed, inspectsHeap: true), static inquiry =>
    {
        FindingReport report = new(inquiry.Session, 0, inquiry.Stop);
        return inquiry.Result(report.Findings) with
        {
            Header = [.. report.Facts is { } facts ? ThreadHeader.Of(facts) : [],
                $"{report.AppliedCount} rules applied: {report.FoundCount} findings."],
            Losses = inquiry.Losses,
            Notes = report.Notes,
        };
    });
}
