using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Stacks;

namespace Fathom.Cli.Commands.Stacks;

/// <summary><c>fathom stacks async SUBJECT</c>: where suspended async calls stand.</summary>
internal sealed class StacksAsyncCommand() : ThreadViewCommand("async", "Suspended calls of async methods, by method, await and what they wait for.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom stacks async MyApp", "most calls first"),
        new("fathom stacks async core.4711 --where count=100..", "calls that have piled up, in a core dump"),
    ];

    public override string Remarks =>
        "await_index counts the awaits of a method in the order of the compiler, which is that of the source for most methods.\n"
        + "Calls that can never be resumed count until the collector removes them.";

    protected override ResultShape Shape => ThreadShapes.AsyncWaits;

    protected override RequestedRows Rows(ThreadReport report, RowRequest request) => report.AsyncWaits(request);
}
