using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;

namespace Fathom.Cli.Verbs;

/// <summary>Open recordings, and what is asked of the rows of the answer.</summary>
/// <param name="asked">The run.</param>
/// <param name="bound">What is asked of the result, and how it is shown where the columns are known already.</param>
/// <param name="session">The recordings.</param>
/// <param name="subjects">What they are called on the command line.</param>
internal sealed class Inquiry(Asked asked, (OutputRequest Request, OutputPlan? Plan) bound, QuerySession session, IReadOnlyList<string> subjects)
{
    private OutputPlan? _plan = bound.Plan;

    /// <summary>The recordings.</summary>
    public QuerySession Session => session;

    /// <summary>Interrupts a query.</summary>
    public CancellationToken Stop => asked.Context.Stop;

    /// <summary>What they are called on the command line.</summary>
    public IReadOnlyList<string> Subjects => subjects;

    /// <summary>Streams, clock, terminal.</summary>
    public CommandContext Context => asked.Context;

    /// <summary>What could not be read of the recordings.</summary>
    public ResultTable Losses => session.Losses(Stop);

    /// <summary>What could not be read of tables that the answer was made from; of all with <c>--strict</c>.</summary>
    public ResultTable LossesOf(IReadOnlyCollection<string> tables) => session.Losses(Stop, bound.Request.IsStrict ? null : tables);

    /// <summary>What is asked of the rows, for a report whose rows come straight from a query.</summary>
    public RowRequest Request => Plan.Request;

    /// <summary>Shows the answer.</summary>
    public OutputPlan Plan => _plan ?? throw new InvalidOperationException("The columns of the answer are not known yet.");

    /// <summary>Says which columns the answer has, where what was opened decides about them.</summary>
    /// <exception cref="FathomException">A column does not exist, or a value does not fit it (<see cref="ExitCode.Usage"/>).</exception>
    public void Show(ResultShape shape) => _plan = bound.Request.Bind(shape);

    /// <summary>The answer of this verb about these subjects: that of a query, with its totals where it has some.</summary>
    /// <param name="question">The query.</param>
    public CommandResult Result(SqlQuestion question) =>
        Result(session.Run(question, Request, Stop)) with { Totals = question.Totals is null ? null : session.Totals(question, Stop) };

    /// <summary>The answer of this verb about these subjects.</summary>
    /// <param name="rows">Its rows, and what was counted in them.</param>
    public CommandResult Result(RequestedRows rows) => new(asked.Title, subjects, rows);
}
