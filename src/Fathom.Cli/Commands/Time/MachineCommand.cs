using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom machine SUBJECT</c>.</summary>
internal sealed class MachineCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Processors, memory, disks, network and control groups over time.";

    private const string LeftOut = "Left out: what had nothing to do, and details, such as page faults and queues of disks (--all).";

    private readonly Switch _all = new("--all", "Shows resources that had nothing to do too, and details, such as queues of disks.");
    private readonly Switch _each = new("--each", "Lists each reading, in the order of time.");

    public MachineCommand()
        : base(TraceVerbs.MachineOverTime, Summary)
    {
        Add(_all);
        Add(_each);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom machine slow.fathom", "mean and maximum of each resource, limits first"),
        new("fathom machine slow.fathom --each --from 2s", "each second from the third on"),
        new("fathom machine slow.fathom --all --where item=vda", "all of one disk"),
        new("fathom machine slow.fathom --fail-if over_percent=50..", "fails in a script if something was a limit half of the time"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "It is read each second. threshold is the mean above which a resource is said to limit programs, over_percent the share of the "
        + "time above it. "
        + "'pressure' is the time in which at least one thread waited for the resource (with 'all': nothing could run for it); "
        + "'throttled' the share of the periods in which a control group had used up its processor time. "
        + "Network interfaces are those that fathom record sees itself.";

    protected override string Content => "Resources";

    protected override string Query => "time/machine";

    protected override string QueryFor(AskedSubjects asked) => _each.IsOn(asked.Parsed) ? "time/machine-each" : Query;

    protected override SqlQuestion Showing(AskedSubjects asked, SqlQuestion question) =>
        _each.IsOn(asked.Parsed) ? question : question with { Values = [.. question.Values, QueryParameter.Of("all", asked.Has(_all))] };

    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        inquiry.Result(question) with { Footer = asked.Has(_all) || _each.IsOn(asked.Parsed) ? [] : [LeftOut] };

    protected override IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry) =>
        [new MachineLimits(inquiry.Session, 0, inquiry.Stop).Sentence()];
}
