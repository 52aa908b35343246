using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom threads TRACE</c>.</summary>
internal sealed class ThreadsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What threads did in a trace, by name: running, ready, waiting.";

    private readonly Switch _each = new("--each", "Lists each thread with its tid, the busiest first.");

    public ThreadsCommand()
        : base(TraceVerbs.Threads, Summary) => Add(_each);

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom threads perf.data --where process=MyApp", "the threads of a program by their names: worker 0 and worker 1 are 'worker *'"),
        new("fathom threads perf.data --where ready_percent=50..", "threads that were ready for longer than they ran: processors were missing"),
        new("fathom threads perf.data --each --where ready_ns=100ms..", "threads that found no free processor, one by one"),
    ];

    public override string Remarks =>
        "The four times add up to the lifetime of the threads within the trace. Without context switch events all of it is unknown; cpu_ns is estimated from samples.";

    protected override string Content => "Threads";

    protected override string Query => "time/threads";

    protected override string QueryFor(AskedSubjects asked) => _each.IsOn(asked.Parsed) ? Query : "time/thread-groups";
}
