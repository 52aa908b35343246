using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom threads TRACE</c>.</summary>
internal sealed class ThreadsCommand() : TraceViewCommand(TraceVerbs.Threads, Summary)
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What each thread did in a trace: running, ready, waiting, unknown.";

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom threads perf.data --where process=MyApp", "the threads of a program"),
        new("fathom threads perf.data --where ready_ns=100ms..", "threads that found no free processor"),
    ];

    public override string Remarks => "The four times add up to the lifetime of a thread within the trace. Without context switch events all of it is unknown; cpu_ns is estimated from samples.";

    protected override string Content => "Threads";

    protected override string Query => "time/threads";
}
