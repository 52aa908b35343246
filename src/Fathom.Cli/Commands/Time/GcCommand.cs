using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom gc TRACE</c>.</summary>
internal sealed class GcCommand() : TraceViewCommand(TraceVerbs.Gc, Summary)
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Garbage collections: reason, duration, pauses, heap after each.";

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom gc app.nettrace", "the longest pauses first"),
        new("fathom gc app.nettrace --where generation=2 --sort start_ns:asc", "full collections in the order of time"),
        new("fathom gc app.nettrace --fail-if pause_ns=100ms..", "fails in a script if one pause took that long"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: dotnet-trace collect -p PID --profile gc-collect\n\n"
        + "A pause lasts from the request to stop all managed threads until they may run again; suspend_ns is the part of it that it took to stop them.";

    protected override string Content => "Garbage collections";

    protected override string Query => "time/gc";
}
