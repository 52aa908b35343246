using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom events TRACE</c>.</summary>
internal sealed class EventsCommand() : TraceViewCommand("events", Summary)
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "The events of a recording of perf and what each costs.";

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom events perf.data", "how often each event is there, and bytes of its stacks and fields"),
    ];

    protected override string Content => "Events";

    protected override string Query => "time/events";
}
