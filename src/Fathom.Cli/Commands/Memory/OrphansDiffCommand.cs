using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Query.Orphans;
using Fathom.Query.Questions;
using Fathom.Render.Orphans;

namespace Fathom.Cli.Commands.Memory;

/// <summary><c>fathom orphans diff A B</c>: what changed between two looks at a machine, or since a look.</summary>
internal sealed class OrphansDiffCommand : DiffViewCommand
{
    public OrphansDiffCommand()
        : base(
            "What changed between two snapshots of a machine's memory: B minus A.",
            "The recording before.",
            "The recording after; left out, this machine now.",
            mayLackAfter: true) => AddOthers(anyProcess: true, asksRuntime: false);

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom orphans diff before.fathom after.fathom", "what grew on the machine, and which orphans are new"),
        new("fathom orphans diff before.fathom", "what grew on this machine since that snapshot"),
        new("fathom orphans diff before.fathom after.fathom --fail-if kind=unaccounted,delta_bytes=1GiB..", ExitText.EndsWhen("memory that no counter names grew by 1 GiB")),
    ];

    public override string Remarks => "A recording holds one snapshot, so a comparison inside of one is not possible: 'fathom orphans -o FILE.csv --append' keeps many, for 'fathom watch --input'.";

    protected override bool TakesMachine => true;

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        SqlQuestion question = SqlQuestion.Between("orphans/diff");
        return new SubjectQuestion(question.Shape, SubjectReader.Machine, inquiry =>
        {
            OrphanReport report = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(question) with { Header = OrphanHeader.Of(report.Facts(0), report.Facts(1)) };
        });
    }
}
