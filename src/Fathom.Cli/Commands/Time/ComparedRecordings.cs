using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Time;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary>The answers of one verb about several recordings.</summary>
internal sealed class ComparedRecordings
{
    private readonly HashSet<string> _tables = [];
    private readonly TraceViewCommand _view;
    private readonly IReadOnlyList<TraceFacts> _facts;

    /// <summary>Asks them.</summary>
    /// <param name="view">The verb.</param>
    /// <param name="asked">The command line.</param>
    /// <param name="inquiry">The recordings.</param>
    /// <param name="facts">What each recording is.</param>
    /// <exception cref="FathomException">One does not answer.</exception>
    public ComparedRecordings(TraceViewCommand view, AskedSubjects asked, Inquiry inquiry, IReadOnlyList<TraceFacts> facts)
    {
        (_view, _facts) = (view, facts);
        SqlQuestion question = view.QuestionOf(asked, inquiry);
        for (int rec = 0; rec < facts.Count; rec++)
        {
            if (view.Refuses(asked, facts[rec]) is var (reason, next))
                throw FathomException.Target($"'{inquiry.Subjects[rec]}': {reason}", next);
            (inquiry.Session.Window, inquiry.Session.Zero) = (facts[rec].Window, facts[rec].Zero);
            Runs.Add((view.RowsOf(inquiry, question, rec, facts[rec]), facts[rec].AskedNs));
            _tables.UnionWith(view.Verb.TablesOf(NamedQuery.Of(question.Query), facts[rec].Window, inquiry.Session.Tags));
        }
    }

    /// <summary>What each recording is.</summary>
    /// <param name="inquiry">The recordings.</param>
    /// <param name="before">So many of them are of A.</param>
    /// <param name="bounds">The part of the time of each side that is asked about; null for all of it.</param>
    /// <exception cref="FathomException">One holds no trace, or nothing of it lies between the bounds.</exception>
    public static IReadOnlyList<TraceFacts> FactsOf(Inquiry inquiry, int before, (TimeBounds? A, TimeBounds? B) bounds)
    {
        List<TraceFacts> facts = [];
        for (int rec = 0; rec < inquiry.Session.Recordings.Count; rec++)
        {
            TraceReport report = new(inquiry.Session, rec, inquiry.Stop);
            report.Ask(rec < before ? bounds.A : bounds.B, TraceHeader.Time);
            facts.Add(report.Facts());
        }

        return facts;
    }

    /// <summary>Of which recordings there is no such time as was asked about, and why.</summary>
    /// <param name="inquiry">The recordings.</param>
    /// <param name="facts">What each is.</param>
    public static string[] EmptySets(Inquiry inquiry, IReadOnlyList<TraceFacts> facts) =>
    [
        .. from rec in Enumerable.Range(0, facts.Count)
           let why = facts[rec].Window?.Within?.WhyEmpty
           where why is not null
           select $"'{inquiry.Subjects[rec]}': {why}",
    ];

    /// <summary>The rows of each, with the time that is asked about.</summary>
    public List<(ResultTable Table, long Ns)> Runs { get; } = [];

    /// <summary>An answer with what is lost of these recordings, and why it has no rows.</summary>
    /// <param name="inquiry">The recordings.</param>
    /// <param name="answer">The rows that were made of theirs.</param>
    /// <param name="isEmpty">Whether there are none, before conditions.</param>
    public CommandResult Told(Inquiry inquiry, CommandResult answer, bool isEmpty) => answer with
    {
        Losses = inquiry.LossesOf(_tables),
        NotesSayWhyEmpty = isEmpty,
        Notes = EmptySets(inquiry, _facts) is [_, ..] sets ? sets : isEmpty ? [.. WhyEmpty] : [],
    };

    private IEnumerable<string> WhyEmpty => _facts.Select(facts => _view.Verb.WhyEmpty(facts, true)).OfType<string>().Distinct();

    /// <summary>The tables that the rows are made from.</summary>
    public IReadOnlyCollection<string> Tables => _tables;
}
