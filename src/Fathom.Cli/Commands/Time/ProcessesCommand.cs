using Fathom.Capture.Subjects;
using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom processes TRACE</c>.</summary>
internal sealed class ProcessesCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "The processes of a trace: processor time, memory, start and end.";

    private const string Live = "fathom ps lists the running processes";

    public ProcessesCommand()
        : base(TraceVerbs.Processes, Summary) => AddComparisons();

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom processes perf.data --sort machine_percent", "which processes took the most of the processors, .NET or not"),
        new("fathom processes perf.data --where start_ns=0..", "processes that began while the trace was recorded"),
        new("fathom processes app.nettrace --columns +command_line", "the programs whose events the trace has"),
    ];

    public override string Remarks =>
        $"For the past, from a trace; {Live}.\n"
        + "Times are summed over threads. Without context switch events, running, ready and waiting are empty; cpu_ns is estimated from samples. An unknown value is empty.";

    public override string? NextStep => $"give a trace: fathom processes perf.data; {Live}";

    protected override string Content => "Processes";

    protected override string Query => "time/processes";

    protected override SubjectReader Reader => SubjectReader.Trace with
    {
        OfProcess = static (pid, _) => throw FathomException.Target($"{pid} is a running process, and 'fathom processes' reads a trace.", Live),
    };
}
