using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom threadpool TRACE</c>.</summary>
internal sealed class ThreadPoolCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Thread pools: when and why they grew, and what blocked them.";

    public ThreadPoolCommand()
        : base(TraceVerbs.ThreadPool, Summary)
        => AddComparisons();

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom threadpool slow.fathom", "each stretch of changes for one reason, in the order of time"),
        new("fathom threadpool slow.fathom --where reason=starvation", "when no work was taken up, and where workers were blocked"),
        new("fathom threadpool slow.fathom --fail-if reason=starvation", "fails in a script if a pool starved"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x10000:4\n\n"
        + "Changes for one reason with less than five seconds between them are one row. blocked_in is the own method in which workers "
        + "waited longest from half a second before the first of them on; it needs the waits of a recording of the machine.";

    protected override string Content => "Thread pools";

    protected override string Query => "time/threadpool";

    protected override IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry) =>
        new PoolGrowth(inquiry.Session, 0, inquiry.Stop).Lines();
}
