using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Questions;
using Fathom.Query.Time;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom threads TRACE</c>.</summary>
internal sealed class ThreadsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What threads did in a trace, by name: running, ready, waiting.";

    private readonly Switch _each = new("--each", "Lists each thread with its tid, the busiest first.");

    public ThreadsCommand()
        : base(TraceVerbs.Threads, Summary, isOfPrograms: true)
    {
        Add(_each);
        AddComparisons(AllProcessesOption);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom threads slow.fathom", "threads of the recorded programs by name: worker 0 and worker 1 are 'worker *'"),
        new("fathom threads slow.fathom --all-processes", "those of other programs too, which may be what takes the processors"),
        new("fathom threads perf.data --where ready_percent=50..", "those that were ready for longer than they ran"),
        new("fathom threads perf.data --each --where ready_ns=100ms..", "threads that found no free processor, one by one"),
    ];

    public override string Remarks =>
        "The four times add up to the lifetime of the threads within the trace. Without context switch events all of it is unknown;\n"
        + "cpu_ns is estimated from samples. ready_percent is the share of ready in running and ready: how often a processor was missing.";

    protected override string Content => "Threads";

    protected override string Query => "time/threads";

    protected override string QueryFor(AskedSubjects asked) => _each.IsOn(asked.Parsed) ? Query : "time/thread-groups";

    protected override IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry)
    {
        if (!AsksAllProcesses(asked)
            && LeftOutText.OtherCpu(inquiry.Session.Run(SqlQuestion.About("time/other-cpu"), null, inquiry.Stop).Table) is { } others)
            yield return others;
    }
}
