using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom counters TRACE</c>.</summary>
internal sealed class CountersCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Counters of processors: cycles, instructions, misses of caches.";

    private static readonly RowGroups s_groups = new(
        "counted events",
        "A row for each counter of a process, the default, process, or own method of the thread.",
        "Lists each sample.",
        "time/counters-each",
        ("counter", "time/counters"), ("process", "time/counters-processes"), ("method", "time/counters-methods"));

    public CountersCommand()
        : base(TraceVerbs.Counters, Summary, s_groups)
    {
        AddComparisons(By);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom counters perf.data", "what each process counted, and per 1,000 instructions"),
        new("fathom counters perf.data --by process", "cycles per instruction, and how often caches missed"),
        new("fathom counters perf.data --by method --where counter=cache-misses", "which own methods miss the caches"),
        new("fathom counters diff before.perf.data after.perf.data", "what an optimization saved"),
    ];

    public override string Remarks =>
        "Record with: perf record -g -k CLOCK_MONOTONIC -e cycles,instructions,cache-references,cache-misses -p PID\n\n"
        + "Counts are estimates: a sample stands for the events since the one before. perf counts in turns where more counters are asked "
        + "for than the processor has, and tells less than there was then. A method is the innermost own one on the stack. "
        + "Virtual machines often have no such counters.\n"
        + "Metrics of a running program, such as those of its runtime and meters: fathom watch PROCESS";

    protected override string Content => "Counters";
}
