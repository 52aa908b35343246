using Fathom.Cli.Verbs;
using Fathom.Model.Traces;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom waits TRACE</c>.</summary>
internal sealed class WaitsCommand() : TraceViewCommand(TraceVerbs.Waits, Summary)
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Time that threads waited, by method, from a recording or perf.";

    private const string RuntimeNote =
        "waits are those that the runtime tells: for locks, and from .NET 9 on for handles, tasks and monitors; sleep, files and sockets are not among them";

    private const string SwitchNote =
        "a wait is the time from leaving a processor to running again: being preempted and waiting for a free processor are in it, "
        + "and one that had not ended with the trace is missing";

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom waits perf.data --where process=MyApp --top 20", "where the threads of a program waited"),
        new("fathom waits perf.data --sort ready_sum_ns", "which threads were ready and found no free processor"),
    ];

    public override string Remarks =>
        "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: perf record -a -g -k CLOCK_MONOTONIC -e sched:sched_switch -e sched:sched_waking -- sleep 10\n\n"
        + "A wait ends when the thread is woken; from then until it runs, the thread is "
        + "ready. wait_sum_ns is the sum over threads; wait_wall_ns counts overlapping waits once.";

    protected override string Content => "Waits";

    protected override string Query => "time/waits";

    protected override bool ShowsNames => true;

    protected override IEnumerable<string> Findings(Inquiry inquiry) => new PoolGrowth(inquiry.Session, 0, inquiry.Stop).Lines();

    protected override IEnumerable<string> Notes(TraceFacts facts, bool isEmpty) =>
        isEmpty ? base.Notes(facts, isEmpty) : TraceVerb.IsEvents(facts) ? [RuntimeNote] : facts is { IsOfMachine: true, Formats.Count: 1 } ? [SwitchNote] : [];
}
