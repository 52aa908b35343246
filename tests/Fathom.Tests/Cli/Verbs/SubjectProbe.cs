using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Sources.Subjects;

namespace Fathom.Tests.Cli.Verbs;

/// <summary>A verb that is nothing but a declaration: the types of one recording or of two.</summary>
internal sealed class SubjectProbe : SubjectCommand
{
    private readonly Switch _early = new("--early", "Looks for the subject before anything else.");
    private readonly Switch _late = new("--late", "Says its columns with the answer.");
    private readonly Switch _empty = new("--empty", "Answers with no row.");

    public SubjectProbe()
        : base("probe", "The types of recordings.", Subject("A recording."), Subject("Another one.", "other", mayBeLeftOut: true))
    {
        Add(_early);
        Add(_late);
        Add(_empty);
        AddOutput(OutputFeatures.View);
        Source = new SourceOptions(this, saves: false);
    }

    public override IReadOnlyList<Example> Examples => [new("fathom probe a.fathom", "its types")];

    /// <summary>What was done, in order.</summary>
    public List<string> Steps { get; } = [];

    protected override Subject[] Find(ParseResult parsed, string[] words)
    {
        Steps.Add($"find {words.Length}");
        return base.Find(parsed, words);
    }

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        Steps.Add("ask");
        if (asked.Has(_early))
            _ = asked.Subjects;
        return new SubjectQuestion(NamedQuery.Of("heap/types").Shape, SubjectReader.Heap, inquiry =>
        {
            Steps.Add($"answer {inquiry.Session.Recordings.Count}");
            if (asked.Has(_late))
                inquiry.Show(NamedQuery.Of("heap/totals").Shape);
            inquiry.Stop.ThrowIfCancellationRequested();
            SqlQuestion question = asked.Has(_late) ? SqlQuestion.About("heap/totals") : SqlQuestion.About("heap/types", inquiry.Session.Recordings.Count - 1);
            RequestedRows rows = inquiry.Session.Run(question, asked.Has(_late) ? null : inquiry.Request, inquiry.Stop);
            return inquiry.Result(asked.Has(_empty) ? rows.Table with { Rows = [] } : rows) with { Notes = ["a note of the answer"] };
        });
    }
}
