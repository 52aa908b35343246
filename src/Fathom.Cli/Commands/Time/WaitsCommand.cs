using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Query.Trees;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom waits TRACE</c>.</summary>
internal sealed class WaitsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What threads waited for, by own method and kind of wait.";

    private const string ByCause = "time/waits";
    private const string ByMethod = "time/method-waits";

    private const string RuntimeNote =
        "waits are those that the runtime tells: for locks, and from .NET 9 on for handles, tasks and monitors; sleep, files and sockets are not among them";

    private const string SwitchNote =
        "a wait is the time from leaving a processor to running again: being preempted and waiting for a free processor are in it, "
        + "and one that had not ended with the trace is missing";

    private readonly ByOption _by = new(
        "waits",
        "A row for each cause, method on the stacks, doing of those that ended waits (waker), or tag of stacks.",
        ("cause", ByCause),
        ("method", ByMethod),
        ("waker", "time/waits-wakers"),
        (TagOptions.Word, TagReport.Waits));

    private readonly Switch _each = new("--each", "Lists each wait with who ended it, the longest first.");
    private readonly Switch _idle = new("--idle", "Shows threads that waited for work or all the time, too.");

    public WaitsCommand()
        : base(TraceVerbs.Waits, Summary, isOfPrograms: true, trees: TreeMeasure.Waits)
    {
        Add(_by.Option);
        Add(_each);
        Add(_idle);
        AddComparisons(_by.Option, _idle, AllProcessesOption);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom waits slow.fathom", "what the recorded programs waited for, and where"),
        new("fathom waits slow.fathom --by waker --where kind=task", "what is done while a task is waited for"),
        new("fathom waits slow.fathom --each --where wait_ns=20ms..", "the long ones, and who ended each"),
    ];

    public override string Remarks =>
        "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "A row is the innermost own method that waited, and the kind of wait. wait_sum_ns is the sum over threads; wait_wall_ns counts overlapping "
        + "waits once, at_once is how many threads waited then. Once it is woken, a thread is ready until it runs. With --each and --by waker, waker_does is "
        + "what the thread that ended a wait did in the middle of it.";

    protected override string Content => "Waits";

    protected override string Query => ByCause;

    protected override bool ShowsNames => true;

    protected override string? OtherRows(AskedSubjects asked) => asked.Has(_each) ? _each.Name : asked.Value(_by.Option) is null ? null : _by.Option.Name;

    protected override string ContentFor(AskedSubjects asked) => IsByTag(asked) ? $"{Content} by tag" : Content;

    protected override bool IsByTag(AskedSubjects asked) => QueryFor(asked) == TagReport.Waits;

    protected override string QueryFor(AskedSubjects asked) => asked.Has(_each) ? "time/waits-each" : _by.Query(asked.Parsed);

    /// <inheritdoc/>
    protected override void Prepare(AskedSubjects asked)
    {
        base.Prepare(asked);
        if (asked.Has(_each) && asked.Value(_by.Option) is not null)
            throw FathomException.Usage($"'{_each.Name}' and '{_by.Option.Name}' contradict each other.", "leave one of them out");
    }

    protected override SqlQuestion Showing(AskedSubjects asked, SqlQuestion question) =>
        question.Query != ByMethod && asked.Has(_idle) ? question.Showing("state") : question;

    protected override SqlQuestion Bind(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        NamedQuery.Of(question.Query).Header.Parameters.Any(static parameter => parameter.Name == "idle")
            ? question with { Values = [.. question.Values, QueryParameter.Of("idle", asked.Has(_idle))] }
            : question;

    protected override IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry)
    {
        foreach (string line in new PoolGrowth(inquiry.Session, 0, inquiry.Stop).Lines())
            yield return line;
        if (QueryFor(asked) == ByMethod || asked.Has(_idle))
            yield break;
        SqlQuestion left = SqlQuestion.About("time/idle-waits", 0, QueryParameter.Of("all_processes", AsksAllProcesses(asked)));
        if (LeftOutText.IdleWaits(inquiry.Session.Run(left, null, inquiry.Stop).Table) is { } idle)
            yield return idle;
    }

    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        question.Query == TagReport.Waits ? TagReport.Answer(inquiry, question) : base.Answer(asked, inquiry, question);

    protected override IEnumerable<string> Notes(TraceFacts facts, bool isEmpty, bool isWhole) =>
        isEmpty ? base.Notes(facts, isEmpty, isWhole) : TraceVerb.IsEvents(facts) ? [RuntimeNote] : facts is { IsOfMachine: true, Formats.Count: 1 } ? [SwitchNote] : [];
}
