using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom faults TRACE</c>.</summary>
internal sealed class FaultsCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Page faults: which files were read, and how long that took.";

    private static readonly RowGroups s_groups = new(
        "page faults",
        "A row for each file, the default, process, kind, or own method of the thread.",
        "Lists each fault, the longest first.",
        "time/faults-each",
        ("file", "time/faults"), ("process", "time/faults-processes"), ("kind", "time/faults-kinds"), ("method", "time/faults-methods"));

    public FaultsCommand()
        : base(TraceVerbs.Faults, Summary, s_groups)
    {
        AddComparisons(By);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom faults trace.etl", "from which files pages were read, and for how long"),
        new("fathom faults trace.etl --by process", "who waited for them"),
        new("fathom faults perf.data --by kind", "hard faults, and those that read nothing"),
        new("fathom faults trace.etl --each --where kind=hard", "each page that was read"),
    ];

    public override string Remarks => "Record with: fathom record PID --profile faults --duration 10s --save NAME.fathom\n\n"
        + "A page fault is a page of memory that was not there when a thread touched it. A hard one (major, on Linux) reads it "
        + "from a file, and the thread waits for the disk. Others read nothing: the page was in memory, or is one of zeros. duration_ns is "
        + "added over threads. A file is what was read, on Linux what is mapped at the address. (unknown) has no file, or one "
        + "that the trace does not tell.";

    protected override string Content => "Page faults";
}
