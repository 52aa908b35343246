using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Stacks;

namespace Fathom.Cli.Commands.Stacks;

/// <summary><c>fathom stacks locks SUBJECT</c>: who owns what, and who waits for it.</summary>
internal sealed class StacksLocksCommand() : ThreadViewCommand("locks", "Locks with their owners and waiters, and everything else that threads wait for.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom stacks locks MyApp", "most waiters first"),
        new("fathom stacks locks core.4711 --where owner_count=1..,waiter_count=1..", "contended locks of a core dump"),
    ];

    public override string Remarks =>
        "Owners are known for Monitor, Lock and ReaderWriterLockSlim, and for Thread.Join (the joined thread). A SemaphoreSlim, an event,\n"
        + "a task and a wait handle have none.";

    protected override ResultShape Shape => ThreadShapes.Locks;

    protected override RequestedRows Rows(ThreadReport report, RowRequest request) => report.Locks();
}
