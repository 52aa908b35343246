using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Model.Results;

namespace Fathom.Cli.Verbs;

/// <summary>A verb whose answer is made in one piece, without a question to recordings. A declaration: its words, its options and <see cref="Answer"/>.</summary>
/// <param name="name">The word on the command line.</param>
/// <param name="summary">One sentence for the help.</param>
internal abstract class TableCommand(string name, string summary) : AnswerCommand(name, summary)
{
    /// <summary>The columns; null where only the answer knows them.</summary>
    protected abstract ResultShape? Shape { get; }

    /// <inheritdoc/>
    public override ResultShape? ShapeOf(ParseResult parsed, CommandContext context) => ShapeFor(parsed);

    /// <inheritdoc/>
    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        Asked asked = new(parsed, context, Output);
        OutputRequest request = asked.Request;
        OutputPlan? plan = ShapeFor(parsed) is { } shape ? request.Bind(shape) : null;
        TableAnswer answer = Answer(asked);
        ExitCode code = (plan ?? request.Bind(new ResultShape(answer.Result.Rows.Columns))).Publish(answer.Result);
        return new(code == ExitCode.Ok ? answer.Code : code);
    }

    /// <summary>The columns of the answer to a command line; the usual ones where that does not decide about them.</summary>
    protected virtual ResultShape? ShapeFor(ParseResult parsed) => Shape;

    /// <summary>Makes the answer.</summary>
    /// <exception cref="FathomException">The user can act on it.</exception>
    protected abstract TableAnswer Answer(Asked asked);
}
