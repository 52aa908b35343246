using Fathom.Capture.Subjects;
using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom processes TRACE</c>.</summary>
internal sealed class ProcessesCommand() : TraceViewCommand(TraceVerbs.Processes, Summary)
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "The processes of a trace: when they ran, what their threads did.";

    private const string Live = "fathom ps lists the processes that run now";

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom processes perf.data --sort cpu_ns --top 10", "who took the processors"),
        new("fathom processes perf.data --where start_ns=0..", "processes that began while the trace was recorded"),
        new("fathom processes app.nettrace --columns +command_line", "the programs whose events it has"),
    ];

    public override string Remarks =>
        $"For a recording of what was; {Live}.\n"
        + "Times are added over threads. Without events of switches running, ready and waiting are empty; cpu_ns is estimated from samples. An unknown value is empty.";

    public override string? NextStep => $"give a trace: fathom processes perf.data; {Live}";

    protected override string Content => "Processes";

    protected override string Query => "time/processes";

    protected override SubjectReader Reader => SubjectReader.Trace with
    {
        OfProcess = static (pid, _) => throw FathomException.Target($"{pid} is a process that runs now, and 'fathom processes' asks a trace.", Live),
    };
}
