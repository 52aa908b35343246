using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap tasks SUBJECT</c>.</summary>
internal sealed class HeapTasksCommand() : PendingViewCommand("tasks", "Tasks that have not completed, by chain of async calls.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap tasks MyApp", "what most calls wait for"),
        new("fathom heap tasks core.4711 --where path='*Checkout*'", "chains that one method is in, of a core dump"),
        new("fathom heap tasks MyApp --where status=faulted", "tasks that failed and whose exception nobody looked at"),
        new("fathom heap tasks MyApp --fail-if ready.count=1000..", ExitText.EndsWhen("1,000 could go on and have no thread")),
    ];

    public override string Remarks =>
        "A path names the innermost call first: A await 2 < B await 1 is A at its second await, called by B. Each counts once, by its outermost call.\n"
        + "Tasks that nothing holds count until the collector removes them.";

    protected override string Query => "heap/tasks";
}
