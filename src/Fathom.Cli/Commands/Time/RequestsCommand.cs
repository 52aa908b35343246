using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom requests TRACE</c>.</summary>
internal sealed class RequestsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "HTTP requests by route: how many, failed, p50, p95, CPU and waits.";

    private const string Server = "server";
    private const string Client = "client";
    private const string Parameter = "side";

    private readonly Switch _each = new("--each", "Shows each request with its start and duration, the longest first.");
    private readonly Option<string?> _side = OptionCatalog.Value(
        "--side", "server|client", "Requests that programs answered (server, the default) or sent (client).");

    public RequestsCommand()
        : base(TraceVerbs.Requests, Summary)
    {
        Add(_each);
        Add(_side);
        AddComparisons(_side);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom requests slow.fathom", "routes by the sum of their durations"),
        new("fathom requests slow.fathom --sort p95_ns --top 5", "those with the slowest requests"),
        new("fathom requests slow.fathom --each --where route=/price/*", "single requests of one route, the longest first"),
        new("fathom requests slow.fathom --where route=/price/* --fail-if p95_ns=300ms..", "fails in a script if they became slow"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Requests that a program answers are those of Kestrel. A request lasts from when its head was read until the program has "
        + "answered; the time that it waited for a thread before is not in it. Requests that a program sends are recorded with "
        + "--events System.Net.Http --events System.Threading.Tasks.TplEventSource:0x80:informational, which costs more. "
        + "In a route, {…} stands for a number, a GUID or a hexadecimal number of 12 digits or more. p50 is the median. cpu, wait and "
        + "ready are those of the thread that began the request, up to the first await; unattributed is all other time.";

    protected override string Content => "Requests";

    protected override string Query => "time/requests";

    protected override string QueryFor(AskedSubjects asked) => _each.IsOn(asked.Parsed) ? "time/requests-each" : Query;

    protected override string ContentFor(AskedSubjects asked) => Side(asked) == Client ? "Requests sent" : "Requests answered";

    protected override SqlQuestion Bind(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        SqlQuestion.About(question.Query, 0, new QueryParameter(Parameter, Cell.Of(Side(asked))));

    protected override IEnumerable<string> NotesOfRows(Inquiry inquiry, SqlQuestion question)
    {
        if (question.Values.All(static value => value.Name != Parameter || value.Value.Text != Client))
            return [];
        ResultTable rows = inquiry.Session.Run(question, inquiry.Request with { Columns = [], Limits = [] }, inquiry.Stop).Table;
        return UnmatchedRequests.Note(rows) is { } note ? [note] : [];
    }

    /// <inheritdoc/>
    protected override void Prepare(AskedSubjects asked)
    {
        base.Prepare(asked);
        Side(asked);
    }

    private string Side(AskedSubjects asked) => asked.Parsed.GetValue(_side) switch
    {
        null or Server => Server,
        Client => Client,
        var other => throw FathomException.Usage(
            $"'{other}' is not a side of requests.", $"{_side.Name} {Server}, or {_side.Name} {Client}"),
    };
}
