using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Render.Heap;
using Fathom.Sources.Heap.Options;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap SUBJECT</c>: the types of the heap.</summary>
internal static class HeapTypesView
{
    /// <summary>The question.</summary>
    /// <param name="division">What divides the types.</param>
    /// <param name="population">Which objects are counted.</param>
    /// <param name="totals">Whether the totals are the answer.</param>
    /// <param name="save">Keeps the graph; null where it is not to be kept.</param>
    /// <param name="isRecording">Whether the subject is a recording, so that only what it has can be asked.</param>
    /// <param name="where">Conditions on the types.</param>
    /// <param name="moment">What is said of the moment.</param>
    public static SubjectQuestion Question(
        HeapDivision division,
        HeapPopulation population,
        bool totals,
        GraphSaveAnalysis? save,
        bool isRecording,
        Condition[] where,
        GivenMoment moment)
    {
        bool isAll = population == HeapPopulation.All;
        SqlQuestion question = division.Of(population);
        SubjectReader reader = save is not null ? SubjectReader.GraphAndStrings(StringOptions.All, new LiveAnalysis(), save)
            : isAll ? SubjectReader.Heap : SubjectReader.Graph(new LiveAnalysis());
        return new SubjectQuestion(totals ? question.Totals!.Shape : question.Shape, reader, inquiry =>
        {
            if (save is not null)
                inquiry.Context.Note(SavedGraph.Of(inquiry.Session.Recordings[0].Manifest, save));
            HeapReport report = new(inquiry.Session, inquiry.Stop);
            HeapSnapshotFacts facts = report.Facts(0);
            ResultTable sums = report.Totals(question);
            return inquiry.Result(totals ? sums : inquiry.Session.Run(question, inquiry.Request, inquiry.Stop)) with
            {
                Header = Header(facts, population, isAll || report.IsMarkWhole(0)),
                Totals = sums,
                Next = isAll && !totals && AnswersSuspects(inquiry.Session.Recordings[0], isRecording)
                    ? [CommandText.Join(["fathom", "heap", "suspects", .. inquiry.Subjects])]
                    : [],
                Losses = inquiry.Losses,
                Uncertainty = isAll ? null : report.LiveUncertainty(rows: !totals, 0),
                Trend = facts.ToTrend(moment.Utc, moment.ContextOf(inquiry.Session.Recordings[0])),
            };
        })
        {
            Where = where,
        };
    }

    private static bool AnswersSuspects(RecordingReader recording, bool isRecording) =>
        !isRecording || recording.Manifest.Parts.Any(static part => part.Table == HeapNodeRow.Schema.Name);

    private static IReadOnlyList<string> Header(HeapSnapshotFacts facts, HeapPopulation population, bool isWhole) => (population, isWhole) switch
    {
        (HeapPopulation.Live, false) => HeapHeader.Of(facts, "Live objects: at least those that a root reaches; references or roots were lost."),
        (HeapPopulation.Dead, false) => HeapHeader.Of(facts, "Objects that no root reaches; references or roots were lost, so it is not known whether they are dead."),
        (HeapPopulation.Live, _) => HeapHeader.Of(facts, "Live objects: those that a root reaches."),
        (HeapPopulation.Dead, _) => HeapHeader.Of(facts, "Dead objects: those that no root reaches, not collected yet."),
        _ => HeapHeader.Of(facts),
    };
}
