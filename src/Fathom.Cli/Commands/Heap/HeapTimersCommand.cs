using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap timers SUBJECT</c>.</summary>
internal sealed class HeapTimersCommand() : PendingViewCommand("timers", "Timers that are set: what they call, and when they fire.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap timers MyApp", "most timers of one kind first"),
        new("fathom heap timers MyApp --sort first_due_ns", "those that fire last first"),
        new("fathom heap timers core.4711 --where kind=Timer", "timers with a delegate of a program, of a core dump"),
        new("fathom heap timers MyApp --fail-if total.count=10000..", ExitText.EndsWhen("10,000 timers are set")),
    ];

    public override string Remarks =>
        "first_due_ns is the time until the first of a row fires; below 0 it is late. A dump has no clock, so there the times are not known.\n"
        + "callback is the method of a Timer, and the async method that awaits a Task.Delay.";

    protected override string Query => "heap/timers";
}
