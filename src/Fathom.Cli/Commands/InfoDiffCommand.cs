using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Info;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom info diff A B</c>: what differs between two recordings, apart from what they measured.</summary>
internal sealed class InfoDiffCommand : DiffViewCommand
{
    private const string Next = "fathom info diff before.fathom after.fathom; fathom heap diff and fathom memory diff compare processes and cores";

    private readonly Switch _all = new("--all", "Also what is equal, and figures that are different at any moment, such as the free memory.");

    public InfoDiffCommand()
        : base("What differs between two recordings: machine, environment, recorder, losses and sizes.", "The recording, or trace, before.", "The recording, or trace, after.")
    {
        Add(_all);
        AddOutput(showsAll: true);
        Source = new SourceOptions(this, saves: false, anyProcess: true, asksRuntime: false, stops: false, takesTrace: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom info diff monday.fathom friday.fathom", "why the same program may have been slower: another governor, scheduler, limit, tracer"),
        new("fathom info diff monday.fathom friday.fathom --where part=environment", "only the machine's environment"),
        new("fathom info diff monday.fathom friday.fathom --fail-if part=environment,status=changed", ExitText.EndsWhen("the environment differs")),
    ];

    public override string Remarks =>
        "status is changed, new (only in B), vanished (only in A) or same. Numbers have their difference, B minus A; their units are in the names of the facts.\n"
        + "Counters, such as those of throttling, are compared by what was added during each recording.";

    protected override SubjectQuestion Ask(AskedSubjects asked) => new(RecordingDiff.Shape, Reader, inquiry =>
    {
        RecordingDiff diff = new(inquiry.Session, inquiry.Stop);
        CommandResult result = inquiry.Result(diff.Rows(asked.Has(_all)));
        return result with
        {
            Header = [$"B compared with A; {diff.SameCount} facts of both are equal."],
            Notes = diff.NoEnvironment is { } reason ? [reason] : [],
        };
    });

    private static SubjectReader Reader { get; } = SubjectReader.Trace with
    {
        OfProcess = static (pid, _) => throw FathomException.Target($"{pid} is a running process, and 'fathom info diff' compares recordings.", Next),
        OfCore = static (path, _) => throw FathomException.Target($"'{path}' is a core file, and 'fathom info diff' compares recordings.", Next),
    };
}
