using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom locks TRACE</c>.</summary>
internal sealed class LocksCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Waits for locks: who waited, and what the one that had it did.";

    private readonly Switch _each = new("--each", "Lists each wait with both threads, the longest first.");

    public LocksCommand()
        : base(TraceVerbs.Locks, Summary)
    {
        Add(_each);
        AddComparisons();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom locks slow.fathom", "which methods waited, and what those that had the lock did"),
        new("fathom locks slow.fathom --where owner_does=file", "locks that are held while a file is written"),
        new("fathom locks slow.fathom --each --top 5", "the longest waits, with both threads"),
        new("fathom locks slow.fathom --fail-if wait_max_ns=100ms..", "fails in a script if one wait took that long"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x4000:4\n\n"
        + "These are waits of monitors and of System.Threading.Lock, of which the runtime tells the thread that had the lock, from .NET 8 "
        + "on. owner_does is what the thread that had the lock did in the middle of the wait: runs, ready (it waited for a free processor), "
        + "or the kind of its own wait; "
        + "who had it then is known from waits that ended before. "
        + "Each wait is in one row, so that sums and counts add up.";

    protected override string Content => "Waits for locks";

    protected override string Query => "time/locks";

    protected override string QueryFor(AskedSubjects asked) => _each.IsOn(asked.Parsed) ? "time/lock-waits" : Query;
}
