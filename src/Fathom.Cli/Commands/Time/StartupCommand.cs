using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Render.Time;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom startup TRACE</c>.</summary>
internal sealed class StartupCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "The start of a program: host, runtime, until ready; assemblies.";

    private const string Phases = "time/startup";
    private const string FailedQuery = "time/startup-failures";

    private readonly ByOption _by = new(
        "starts",
        "A row for each phase of the start, the default, or for each assembly that was loaded.", ("phase", Phases), ("assembly", "time/startup-assemblies"));

    private readonly Switch _failed = new("--failed", "Shows assemblies that were asked for and not found, with who needed each, and why.");

    private bool _isOfFailed;

    public StartupCommand()
        : base(TraceVerbs.Startup, Summary)
    {
        Add(_by.Option);
        Add(_failed);
        AddComparisons();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom startup -- MyApp", "starts it, and tells when it ends how its start went"),
        new("fathom startup app.fathom", "how long the phases took, and what was compiled and loaded meanwhile"),
        new("fathom startup app.fathom --by assembly", "assemblies in the order of their loads, with the time to compile their methods"),
        new("fathom startup app.fathom --failed", "what was asked for and not found, by whom, and what the searches took"),
        new("fathom startup app.fathom --where phase=program --fail-if duration_ns=2s..", "fails in a script if it became slow"),
    ];

    public override string Remarks => "Record with: fathom record --save NAME.fathom -- PROGRAM\n\n"
        + "host is from the begin of the process until the runtime loads its core library, runtime until it loads the assembly of the "
        + "program. program ends when the first request begins, when nothing was loaded or newly compiled for a second after it, or with "
        + "the program. "
        + "Times in at are since the begin of the process. load is the time to look for an assembly and load it, with what it needed "
        + "itself. Searches are recorded "
        + "of programs that are started for it.";

    protected override string Content => "Starts";

    protected override string Query => Phases;

    protected override string QueryFor(AskedSubjects asked) => (asked.Has(_failed), _by.Other(asked.Parsed)) switch
    {
        (true, not null) => throw FathomException.Usage("'--failed' and '--by assembly' give different rows; choose one per run.",
            "leave one of them out"),
        (true, null) => FailedQuery,
        _ => _by.Query(asked.Parsed),
    };

    /// <inheritdoc/>
    protected override void Prepare(AskedSubjects asked)
    {
        base.Prepare(asked);
        if (asked.Subjects is [ProcessSubject { Process: var process }])
            throw FathomException.Usage(
                $"'{process.Name}' (pid {process.Pid}) runs already, and its start cannot be recorded any more.", $"fathom {Name} -- PROGRAM");
    }

    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question)
    {
        ResultTable phases = inquiry.Session.Run(Query, inquiry.Stop, QueryParameter.Of("rec", 0));
        (bool isOfPhases, _isOfFailed) = (question.Query == Query, question.Query == FailedQuery);
        ResultTable failed = inquiry.Session.Run(FailedQuery, inquiry.Stop, QueryParameter.Of("rec", 0));
        return (isOfPhases ? inquiry.Result(new RequestedRows(phases)) : inquiry.Result(question)) with
        {
            Header = [.. StartHeader.Of(phases), .. _isOfFailed ? [] : StartHeader.Failed(failed)],
            Next = !isOfPhases || phases.Rows.Count == 0 || KeptAs(asked, inquiry) is not { } subject
                ? []
                : [CommandText.Join(["fathom", Name, subject, "--by", "assembly"]), CommandText.Join(["fathom", "jit", subject])],
        };
    }

    protected override IEnumerable<string> Notes(TraceFacts facts, bool isEmpty, bool isWhole) => isEmpty && _isOfFailed
        ? ["no assembly was asked for in vain; searches are recorded of programs that are started for it: fathom startup -- PROGRAM"]
        : base.Notes(facts, isEmpty, isWhole);
}
