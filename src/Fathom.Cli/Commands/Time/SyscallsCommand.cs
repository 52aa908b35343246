using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom syscalls TRACE</c>.</summary>
internal sealed class SyscallsCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "System calls: how many, how long, which errors.";

    private static readonly RowGroups s_groups = new(
        "system calls",
        "A row for each call, the default, process, error, or own method that made it.",
        "Lists each call, the longest first.",
        "time/syscalls-each",
        ("call", "time/syscalls"), ("process", "time/syscalls-processes"), ("error", "time/syscalls-errors"),
        ("method", "time/syscalls-methods"));
    private readonly Switch _failed = new("--failed", "Shows only calls that failed.");

    public SyscallsCommand()
        : base(TraceVerbs.Syscalls, Summary, s_groups)
    {
        Add(_failed);
        AddComparisons(By, _failed);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom syscalls perf.data", "which calls took the most time, and which failed"),
        new("fathom syscalls MyApp --duration 5s", "records a running program for it"),
        new("fathom syscalls perf.data --by error", "which errors calls returned"),
        new("fathom syscalls perf.data --failed --each", "each call that failed"),
        new("fathom syscalls trace.etl --by process", "who made the most calls"),
    ];

    public override string Remarks => "Record with: fathom record PID --profile syscalls --duration 10s --save NAME.fathom\n\n"
        + "A call is in one row, so that counts and durations add up. duration_ns is the time from the entry to the return, added over "
        + "threads: it has the time in which a call waits, which 'fathom waits' explains. A call whose begin or end the trace does not "
        + "have counts, and has no duration. A thread that a trace does not tell is of the process 'unknown'. What programs ask of "
        + "files is 'fathom files'.";

    protected override string Content => "System calls";

    protected override SqlQuestion Bind(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        question with { Values = [.. question.Values, QueryParameter.Of("failed", asked.Has(_failed))] };
}
