using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Comparing;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Query.Trees;
using Fathom.Render.Time;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Time;

/// <summary>A verb that answers one question about a trace.</summary>
internal abstract class TraceViewCommand : SubjectCommand
{
    private const string AllProcesses = "all_processes";
    private const string EmptyNote = "nothing lies within the window; without --from and --to the answer is about all of the recording";
    private const string EmptySetNote = $"nothing lies within these intervals; without {DuringChoice.Option} the answer is about all of the time";
    private const string NoSuchStack =
        "no stack that was recorded has these tags; --by tag in place of --tag shows those that there are";
    private const string TraceText = "A trace of perf (perf.data) or of runtime events (.nettrace), or a recording that Fathom made from one.";

    private readonly TraceVerb _verb;
    private readonly Switch? _allProcesses;
    private readonly LiveTrace? _live;
    private readonly TreeView? _trees;
    private readonly TagOptions? _tags;

    /// <summary>Declares the verb.</summary>
    /// <param name="verb">What it answers from.</param>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="features">The options for the result that work.</param>
    /// <param name="isOfPrograms">Whether its rows are those of the recorded programs unless all processes are asked for.</param>
    /// <param name="trees">What it can show as a tree of calls; null for a verb without stacks.</param>
    protected TraceViewCommand(
        TraceVerb verb, string summary, OutputFeatures features = OutputFeatures.View, bool isOfPrograms = false, TreeMeasure? trees = null)
        : base(verb.Name, summary, verb.Live == LiveNeed.None ? Subject(TraceText, "trace") : Subject(LiveTrace.SubjectText, "subject"))
    {
        _verb = verb;
        if (verb.Live != LiveNeed.None)
            _live = new LiveTrace(this, verb);
        if (isOfPrograms)
            Add(_allProcesses = new Switch("--all-processes", "Shows other processes too, behind the recorded programs."));
        if (trees is not null)
            (_trees, _tags) = (new TreeView(this, trees), new TagOptions(this));
        if (verb.HasWindows)
            Window = new WindowOptions(this);
        AddOutput(trees is null ? features : features | OutputFeatures.Stacks);
        Source = new SourceOptions(this, saves: true, anyProcess: true, asksRuntime: false, stops: false, takesTrace: true);
    }

    /// <summary>What it answers from.</summary>
    internal TraceVerb Verb => _verb;

    /// <summary>Whether its rows have types of objects.</summary>
    internal virtual bool NamesTypes => false;

    /// <summary>The options about tags of stacks; null where it has none.</summary>
    internal TagOptions? Tags => _tags;

    /// <summary>The option for all processes; null where it has none.</summary>
    protected Option? AllProcessesOption => _allProcesses;

    /// <summary>What the table shows, for the line above it.</summary>
    protected abstract string Content { get; }

    /// <summary>The query that answers.</summary>
    protected abstract string Query { get; }

    /// <summary>What is read of what is no recording yet.</summary>
    protected virtual SubjectReader Reader => SubjectReader.Trace;

    /// <summary>Whether methods are named.</summary>
    protected virtual bool ShowsNames => false;

    /// <summary>The command that tells which symbols are missing; null where this verb names no methods, or tells it itself.</summary>
    /// <param name="word">The trace, as the user wrote it.</param>
    protected virtual string? SymbolsOf(string word) => ShowsNames ? CommandText.Join(["fathom", "symbols", word, "--missing"]) : null;

    protected sealed override SubjectQuestion Ask(AskedSubjects asked)
    {
        TreeView? tree = _trees is not null && _trees.IsAsked(asked, OtherRows(asked)) ? _trees : null;
        SqlQuestion unbound = tree is not null ? SqlQuestion.About(tree.Query) : Showing(asked, SqlQuestion.About(QueryFor(asked)));
        TimeBounds? bounds = BoundsOf(asked, unbound);
        Action<QuerySession>? setTags = _tags?.Read(asked, IsByTag(asked));
        return new SubjectQuestion(tree?.ShapeOf(asked) ?? ShapeFor(asked, unbound), Reader, inquiry =>
        {
            string? word = KeptAs(asked, inquiry);
            // Trees have native code in one line.
            string? symbols = word is null || tree is not null ? null : SymbolsOf(word);
            TraceReport report = new(inquiry.Session, 0, inquiry.Stop);
            report.Ask(bounds, TraceHeader.Time);
            setTags?.Invoke(inquiry.Session);
            TraceFacts facts = report.Facts(asksNames: symbols is not null);
            Check(inquiry);
            if (WhyNot(asked, facts) is var (reason, next))
                throw FathomException.Target($"'{facts.File}': {reason}", next);
            SqlQuestion question = Bind(asked, inquiry, WithProcesses(asked, unbound));
            CommandResult result = tree is null ? Answer(asked, inquiry, question)
                : tree.Answer(_verb.Name, asked, inquiry, question, facts);
            bool isEmpty = (result.Counts?.All ?? result.Rows.Rows.Count) == 0, isOfTags = inquiry.Session.Tags is not null;
            ResultTable losses = inquiry.LossesOf(_verb.TablesOf(NamedQuery.Of(question.Query), facts.Window, inquiry.Session.Tags));
            return result with
            {
                Header =
                [
                    .. TraceHeader.Of(Tagged(asked, tree?.Content(asked) ?? ContentFor(asked)), word, facts, symbols),
                    .. Findings(asked, inquiry),
                    .. result.Header,
                ],
                Losses = losses,
                NotesSayWhyEmpty = result.NotesSayWhyEmpty || (isEmpty && (isOfTags || facts.Window is not null || _verb.WhyEmpty(facts, losses.Rows.Count == 0) is not null)),
                Notes =
                [
                    .. TraceHeader.Notes(facts, ShowsNames),
                    .. facts.Window?.Within is { WhyEmpty: { } why } ? [why]
                        : isEmpty && isOfTags ? [NoSuchStack]
                        : isEmpty && facts.Window is { } window && !result.NotesSayWhyEmpty ? [window.Within is null ? EmptyNote : EmptySetNote]
                        : isEmpty && IsOfProfile(asked, losses) ? [$"no {_verb.Counted} while it was recorded"]
                        : Notes(facts, isEmpty, losses.Rows.Count == 0),
                    .. NotesOfRows(inquiry, question),
                    .. result.Notes,
                ],
            };
        })
        { ShowsAll = tree is not null };
    }

    // What was just recorded for this answer is there whole, so that there was none.
    private bool IsOfProfile(AskedSubjects asked, ResultTable losses) =>
        _verb.Live == LiveNeed.Profile && LiveTrace.IsAsked(asked) && losses.Rows.Count == 0;

    /// <summary>What the table shows with these options, for a comparison.</summary>
    internal string ContentOf(AskedSubjects asked) => Tagged(asked, ContentFor(asked));

    /// <summary>What sets a session to the tags that are asked about; null where none is.</summary>
    internal Action<QuerySession>? TagsOf(AskedSubjects asked) => _tags?.Read(asked, IsByTag(asked));

    /// <summary>The question of a command line to the first of the recordings.</summary>
    internal SqlQuestion QuestionOf(AskedSubjects asked, Inquiry inquiry) =>
        Bind(asked, inquiry, WithProcesses(asked, SqlQuestion.About(QueryFor(asked))));

    /// <summary>Why a recording does not answer, in one sentence, and what to do about it; null where it does.</summary>
    internal (string Reason, string NextStep)? Refuses(AskedSubjects asked, TraceFacts facts) => WhyNot(asked, facts);

    /// <summary>The columns of the rows, and how they are compared.</summary>
    internal virtual (ResultShape Shape, ComparedColumns Columns) Compared(AskedSubjects asked)
    {
        SqlQuestion question = Showing(asked, SqlQuestion.About(QueryFor(asked)));
        return (question.Shape, NamedQuery.Of(question.Query).Header.Compared!);
    }

    /// <summary>The rows of one of several recordings.</summary>
    internal virtual ResultTable RowsOf(Inquiry inquiry, SqlQuestion question, int rec, TraceFacts facts) => inquiry.Session.Run(
        question with { Values = [.. question.Values.Select(value => value.Name == "rec" ? QueryParameter.Of("rec", rec) : value)] },
        null,
        inquiry.Stop).Table;

    /// <summary>What is said of the largest changes, and which verbs say more of them.</summary>
    /// <param name="comparison">What was compared.</param>
    /// <param name="rows">Its rows, the largest change first.</param>
    internal virtual (string? Sentence, IReadOnlyList<string> Verbs) OfChanges(TableComparison comparison, ResultTable rows) => (null, []);

    /// <summary>The recording as a command line names it; null where it was made for this answer only.</summary>
    protected string? KeptAs(AskedSubjects asked, Inquiry inquiry) =>
        _live is not null && LiveTrace.IsAsked(asked) ? Source.Save(asked.Parsed) : inquiry.Subjects[0];

    /// <summary>Adds the views over several recordings.</summary>
    /// <param name="options">Options of the verb that mean the same there.</param>
    protected void AddComparisons(params ReadOnlySpan<Option?> options)
    {
        Add(new TraceDiffCommand(this, options));
        Add(new TraceTrendCommand(this, options));
    }

    /// <summary>Whether rows by tag are asked for.</summary>
    protected virtual bool IsByTag(AskedSubjects asked) => false;

    private string Tagged(AskedSubjects asked, string content) => _tags?.Content(asked, content) ?? content;

    /// <summary>The option that asks for other rows than those of a tree; null where none is given.</summary>
    protected virtual string? OtherRows(AskedSubjects asked) => null;

    private TimeBounds? BoundsOf(AskedSubjects asked, SqlQuestion question) => Window?.Read(asked.Parsed) is not { } bounds ? null
        : NamedQuery.Of(question.Query).HasWindows ? bounds
        : throw FathomException.Usage(
            $"'{bounds.Option}' has no meaning here: these rows add up all of the recording, without times.",
            "leave it out");

    /// <summary>The part of the time that is asked about; null where the verb has none.</summary>
    protected WindowOptions? Window { get; }

    /// <summary>Whether all processes are asked for: by the option, or by a condition about processes.</summary>
    protected bool AsksAllProcesses(AskedSubjects asked) =>
        (_allProcesses is { } option && asked.Has(option))
        || asked.Request.Where.Any(static condition => condition.Parts.Any(static part => part.Column is "pid" or "process" or "is_recorded"));

    private SqlQuestion WithProcesses(AskedSubjects asked, SqlQuestion question) =>
        NamedQuery.Of(question.Query).Header.Parameters.Any(static parameter => parameter.Name == AllProcesses)
            ? question with { Values = [.. question.Values, new QueryParameter(AllProcesses, Cell.Of(AsksAllProcesses(asked)))] }
            : question;

    /// <inheritdoc/>
    protected sealed override Subject[] Find(ParseResult parsed, string[] words) =>
        _live is not null && LiveTrace.HasProgram(parsed) ? [] : base.Find(parsed, words);

    /// <inheritdoc/>
    protected sealed override IReadOnlyList<string> Open(AskedSubjects asked, SubjectQuestion question, OpenSubjects open) =>
        _live is { } live && LiveTrace.IsAsked(asked) ? live.Record(asked, Source, open) : base.Open(asked, question, open);

    /// <inheritdoc/>
    protected override void Prepare(AskedSubjects asked)
    {
        _live?.Check(asked);
        if (Source.SymbolFolders(asked.Parsed).Count > 0 && asked.Subjects is [FileSubject { File.IsRecording: true } recording])
            throw FathomException.Usage($"'{recording.Word}' is a recording, which keeps its symbol names until --apply changes them.", $"fathom symbols {recording.Word} --apply --symbol-path DIR");
    }

    /// <summary>Refuses a recording that cannot answer.</summary>
    /// <exception cref="FathomException">It cannot.</exception>
    protected virtual void Check(Inquiry inquiry)
    {
    }

    /// <summary>What the table shows with these options, for the line above it.</summary>
    protected virtual string ContentFor(AskedSubjects asked) => Content;

    /// <summary>The question with values for its parameters that only the recording tells.</summary>
    /// <exception cref="FathomException">The recording cannot answer it.</exception>
    protected virtual SqlQuestion Bind(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) => question;

    /// <summary>The question with the columns that these options show.</summary>
    protected virtual SqlQuestion Showing(AskedSubjects asked, SqlQuestion question) => question;

    /// <summary>The query that answers with these options.</summary>
    protected virtual string QueryFor(AskedSubjects asked) => Query;

    /// <summary>The columns of the answer: those of the query, or of what <see cref="Answer"/> makes of its rows.</summary>
    protected virtual ResultShape ShapeFor(AskedSubjects asked, SqlQuestion question) => question.Shape;

    /// <summary>The rows of the query, or what is made of them, with the lines of this answer above and below.</summary>
    protected virtual CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) => inquiry.Result(question);

    /// <summary>What else a reader must know, each as one sentence.</summary>
    /// <param name="facts">The trace.</param>
    /// <param name="isEmpty">Whether the answer has no row.</param>
    /// <param name="isWhole">Whether nothing that it is made from was lost.</param>
    protected virtual IEnumerable<string> Notes(TraceFacts facts, bool isEmpty, bool isWhole) => isEmpty && _verb.WhyEmpty(facts, isWhole) is { } why ? [why] : [];

    /// <summary>What the recording says besides the rows that helps to read them: lines above the table.</summary>
    /// <param name="asked">The command line.</param>
    /// <param name="inquiry">What is asked.</param>
    protected virtual IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry) => [];

    /// <summary>What else a reader must know of the rows that are shown, each as one sentence.</summary>
    /// <param name="inquiry">What is asked of the rows.</param>
    /// <param name="question">The query that answers.</param>
    protected virtual IEnumerable<string> NotesOfRows(Inquiry inquiry, SqlQuestion question) => [];

    /// <summary>Why the trace does not answer, in one sentence, and what to do about it; null where it does.</summary>
    protected virtual (string Reason, string NextStep)? WhyNot(AskedSubjects asked, TraceFacts facts) => _verb.WhyNot(facts);
}
