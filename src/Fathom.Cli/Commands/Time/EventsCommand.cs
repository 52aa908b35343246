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
    public const string Summary = "Events of a trace and what each costs; those of .NET one by one.";

    private readonly Switch _rows = new("--rows", "Shows each event of a .NET program with its fields, in the order of time.");

    public EventsCommand()
        : base(TraceVerbs.Events, Summary) => Add(_rows);

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom events perf.data", "how often each event occurs, and bytes of its stacks and fields"),
        new("fathom events app.nettrace --rows --where event=*GCStart", "each event of that name with its fields"),
    ];

    protected override string Content => "Events";

    protected override string Query => "time/events";

    protected override string QueryFor(AskedSubjects asked) => _rows.IsOn(asked.Parsed) ? "time/event-rows" : Query;

    protected override (string Reason, string NextStep)? WhyNot(AskedSubjects asked, TraceFacts facts) =>
        _rows.IsOn(asked.Parsed) ? TraceVerb.WhyLeftOut(facts, TraceParts.Find("events")!) : base.WhyNot(asked, facts);

    protected override IEnumerable<string> Notes(TraceFacts facts, bool isEmpty) =>
        isEmpty && !facts.Formats.Contains("nettrace") ? ["a recording of perf keeps no fields of events; --rows shows those of .NET programs"] : [];
}
