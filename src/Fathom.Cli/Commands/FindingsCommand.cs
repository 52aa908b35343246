using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Findings;
using Fathom.Query.Sessions;
using Fathom.Render.Stacks;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom findings SUBJECT</c>: what is wrong with it.</summary>
internal sealed class FindingsCommand : FathomCommand
{
    public const string Summary = "What is wrong with a process, core dump or recording, by documented rules, with the evidence.";

    private static readonly TimeSpan s_usualPause = TimeSpan.FromSeconds(1);

    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly ThreadSourceOptions _source;
    private readonly OutputOptions _output;

    public FindingsCommand()
        : base("findings", Summary)
    {
        Add(_subject);
        _output = new OutputOptions(this, OutputFeatures.Top | OutputFeatures.Rows | OutputFeatures.Limits | OutputFeatures.File);
        _source = new ThreadSourceOptions(this, s_usualPause);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom findings MyApp", "all rules, the worst first"),
        new("fathom findings core.4711 --where rule=deadlock", "one rule on a core dump"),
        new("fathom findings MyApp --fail-if severity=error", ExitText.EndsWhen("a finding is an error")),
    ];

    public override string Remarks => $"Rules: {string.Join(", ", FindingReport.RuleNames)}.\nEach is described in docs/findings.md: what it looks at, its limits, and when it is wrong.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(FindingShapes.Findings);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, subject, request.Target.Force, context, inspectsHeap: true);
        using QuerySession session = QuerySession.Open(recording.Reader);
        FindingReport report = new(session, 0, context.Stop);
        return new(plan.Publish(new CommandResult("findings", [subject], report.Findings)
        {
            Header = [.. report.Facts is { } facts ? ThreadHeader.Of(facts) : [], $"{report.AppliedCount} rules applied: {report.FoundCount} findings."],
            Losses = report.Losses(),
            Notes = [.. session.Notices, .. report.Notes],
        }));
    }
}
