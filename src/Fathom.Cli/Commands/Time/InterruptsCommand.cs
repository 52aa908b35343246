using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom interrupts TRACE</c>.</summary>
internal sealed class InterruptsCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Interrupts and DPCs of Windows: which driver took how long.";

    private static readonly RowGroups s_groups = new(
        "interrupts",
        "A row for each module (driver), the default, routine, or processor.",
        "Lists each, the longest first.",
        "time/interrupts-each",
        ("module", "time/interrupts"), ("routine", "time/interrupts-routines"), ("processor", "time/interrupts-processors"));

    public InterruptsCommand()
        : base(TraceVerbs.Interrupts, Summary, s_groups)
    {
        AddComparisons(By);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom interrupts trace.etl", "which driver took the most time"),
        new("fathom interrupts trace.etl --by processor", "how much of each processor they took"),
        new("fathom interrupts trace.etl --each --where duration_ns=1ms..", "each that held a processor for 1 ms or longer"),
        new("fathom interrupts diff before.etl after.etl", "what another version of a driver changed"),
    ];

    public override string Remarks => "Record with: xperf -on PROC_THREAD+LOADER+CSWITCH+DPC+INTERRUPT\n\n"
        + "An ISR serves the interrupt of a device, an MSI one that came as a message; a DPC does what an ISR or a timer had put off. "
        + "No thread runs on the processor meanwhile, but beside a threaded DPC. Sums count the time of a processor once: an interrupt within a DPC is no time of the DPC. "
        + "One counts, with all of its time, where it begins. Routines have names where the PDB of the driver is found.";

    protected override string Content => "Interrupts";
}
