using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap finalizers SUBJECT</c>.</summary>
internal sealed class HeapFinalizersCommand() : RuntimeViewCommand("finalizers", "Objects with finalizers, and those that wait to be finalized.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap finalizers MyApp", "those that wait for the finalizer thread first"),
        new("fathom heap finalizers MyApp --fail-if state=ready,count=1000..", ExitText.EndsWhen("1,000 of a type wait")),
    ];

    public override string Remarks =>
        "registered: the finalizer runs when the object dies. suppressed: GC.SuppressFinalize was called, as Dispose does. ready: dead, and waiting for the finalizer thread;\n"
        + "if their number only grows, the finalizer thread is stuck: see its stack with fathom stacks.";

    protected override string Content => "Objects with finalizers";

    protected override string Query => "runtime/finalizables";
}
