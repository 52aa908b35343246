using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Catalog;
using Fathom.Model.Traces;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom events TRACE</c>.</summary>
internal sealed class EventsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Events of a trace, how often each is there, and each with its fields.";

    private readonly Switch _each = new("--each", "Lists each event of a .NET program with its fields, in the order of time.");
    private readonly Switch _cost = new("--cost", "Shows what each kind of event costs: bytes of its stacks and fields in the raw trace.");

    // What --each was called before other verbs had one.
    private readonly Switch _rows = new("--rows", "Means --each, which is its name in all verbs.");

    public EventsCommand()
        : base(TraceVerbs.Events, Summary)
    {
        Add(_each);
        Add(_rows);
        Add(_cost);
        AddComparisons();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom events app.nettrace", "how often each event occurs, by process, the first and the last"),
        new("fathom events perf.data --cost", "bytes of the stacks and fields of each event"),
        new("fathom events app.nettrace --each --where event=*GCStart", "each event of that name with its fields"),
    ];

    protected override string Content => "Events";

    protected override string Query => "time/event-kinds";

    protected override string QueryFor(AskedSubjects asked) => (IsEach(asked), _cost.IsOn(asked.Parsed)) switch
    {
        (true, true) => throw FathomException.Usage("'--each' and '--cost' are two views.", "give one of them"),
        (true, _) => "time/event-rows",
        (_, true) => "time/events",
        _ => Query,
    };

    protected override (string Reason, string NextStep)? WhyNot(AskedSubjects asked, TraceFacts facts) =>
        IsEach(asked) ? TraceVerb.WhyLeftOut(facts, TraceParts.Find("events")!) : base.WhyNot(asked, facts);

    protected override IEnumerable<string> Notes(TraceFacts facts, bool isEmpty, bool isWhole) =>
        isEmpty && !facts.HasRuntimeEvents ? ["a recording of perf keeps no fields of events; --each shows those of .NET programs"] : [];

    private bool IsEach(AskedSubjects asked) => _each.IsOn(asked.Parsed) || _rows.IsOn(asked.Parsed);
}
