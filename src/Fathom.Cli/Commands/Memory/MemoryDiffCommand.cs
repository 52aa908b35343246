using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Memory;
using Fathom.Query.Questions;
using Fathom.Render.Memory;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Memory;

/// <summary><c>fathom memory diff A B</c>: what changed between two looks at memory, or with one recording of a watch between two moments in it.</summary>
internal sealed class MemoryDiffCommand : DiffViewCommand
{
    private readonly Option<string?> _from = OptionCatalog.Value("--from", "TIME", "With one recording: the earlier moment, counted from its start; the first sample by default.");
    private readonly Option<string?> _to = OptionCatalog.Value("--to", "TIME", "With one recording: the later moment; the last sample by default.");

    public MemoryDiffCommand()
        : base(
            "What changed between two memory snapshots, by category: B minus A.",
            "The memory before: a pid, a process name, a recording, a core dump with its recording, or a CSV file of VMMap.",
            "The memory after. Left out, two moments inside a recording of 'fathom watch' are compared.",
            mayLackAfter: true)
    {
        AddOthers(anyProcess: true);
        Add(_from);
        Add(_to);
        AddAll();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom memory diff before.fathom MyApp", "which kind of memory a running process gained since a saved snapshot"),
        new("fathom memory diff a.fathom b.fathom --fail-if 'category=malloc*in use,delta_bytes=10MiB..'", ExitText.EndsWhen("blocks of malloc grew by 10 MiB or more")),
        new("fathom memory diff night.fathom --from 10min --to 7h", "two moments inside a recording of 'fathom watch'"),
    ];

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        if (asked.Words is [_])
            return Moments(asked);
        if ((asked.Value(_from) ?? asked.Value(_to)) is not null)
            throw FathomException.Usage("'--from' and '--to' select moments inside one recording, but two subjects were given.", "fathom memory diff night.fathom --from 10min --to 7h");
        bool showsChanges = ShowsChanges(asked);
        ResultShape shape = NamedQuery.Of("memory/diff").Shape;
        return new SubjectQuestion(shape, SubjectReader.Memory(), inquiry => Looks(inquiry, asked.Request, showsChanges))
        {
            Where = showsChanges ? [Changed(isSo: true)] : [],
        };
    }

    private static CommandResult Looks(Inquiry inquiry, OutputRequest request, bool showsChanges)
    {
        MemoryReport report = new(inquiry.Session, inquiry.Stop);
        MemoryFacts a = report.Facts(0), b = report.Facts(1);
        if (a.IsOfCoreAlone || b.IsOfCoreAlone)
        {
            throw FathomException.Target(
                $"'{inquiry.Subjects[a.IsOfCoreAlone ? 0 : 1]}' is from a core alone, which does not say what was resident, so it cannot be compared.",
                "fathom dump PID saves a recording next to the next core; fathom heap diff compares the managed heaps of cores");
        }

        ResultTable rows = report.Diff(0, a, 1, b);
        RowFilter unchanged = new([.. request.Where, Changed(isSo: false)], NamedQuery.Of("memory/diff").Shape);
        return inquiry.Result(rows) with
        {
            Header = MemoryHeader.Of(a, b),
            Rest = showsChanges ? Unchanged(unchanged.Apply(rows).Rows.Count) : null,
            Missing = DividedLimits.NotJudged(request.FailIf, rows),
            Uncertainty = Math.Min(a.HeapDetail, b.HeapDetail) >= MemoryFacts.LiveDetail ? new HeapReport(inquiry.Session, inquiry.Stop).PartUncertainty(0, 1) : null,
        };
    }

    private SubjectQuestion Moments(AskedSubjects asked)
    {
        long from = Moment(_from, asked, 0), to = Moment(_to, asked, long.MaxValue);
        if (asked.Subjects[0] is ProcessSubject or FileSubject { File.IsRecording: false })
            throw FathomException.Usage($"'{asked.Words[0]}' is one memory snapshot, and a comparison needs two.", "fathom memory diff before.fathom MyApp; or one recording of 'fathom watch'");
        return new SubjectQuestion(NamedQuery.Of("memory/moments").Shape, SubjectReader.Memory(), inquiry =>
        {
            MemoryReport report = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(report.Moments(0, from, to)) with
            {
                Header = ["The later moment (b) minus the earlier one (a), of each size that was sampled; both are counted from the start of the recording."],
                Losses = inquiry.LossesOf([MemorySampleRow.Schema.Name]),
                Notes = inquiry.Session.Remarks,
            };
        });
    }

    private static long Moment(Option<string?> option, Asked asked, long otherwise) =>
        (long?)TimeText.Between(option, asked.Parsed, 0, long.MaxValue, "between 0s and 292 years", "10min") ?? otherwise;
}
