using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Serializers.Capture;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>A view of several measurements of serializers that were saved.</summary>
/// <param name="name">The word on the command line.</param>
/// <param name="summary">One sentence for the help.</param>
internal abstract class SavedSuitesCommand(string name, string summary) : AnswerCommand(name, summary)
{
    /// <inheritdoc/>
    public sealed override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        Asked asked = new(parsed, context, Output);
        Question question = Ask(asked);
        (OutputRequest, OutputPlan?) bound = Answers.Bind(asked, question);
        string[] paths = Paths(parsed);
        List<SuiteRecording> recordings = [];
        try
        {
            foreach (string path in paths)
                recordings.Add(BaselineOptions.OpenMeasured(path));
            return new(Answers.Publish(asked, question, bound, [.. recordings.Select(static one => one.Reader)], paths));
        }
        finally
        {
            foreach (SuiteRecording one in recordings)
                one.Dispose();
        }
    }

    /// <inheritdoc/>
    public sealed override ResultShape? ShapeOf(ParseResult parsed, CommandContext context) => Ask(new Asked(parsed, context, Output)).Shape;

    /// <summary>The recordings, in the order of the question.</summary>
    /// <exception cref="FathomException">They are too few (<see cref="ExitCode.Usage"/>).</exception>
    protected abstract string[] Paths(ParseResult parsed);

    /// <summary>The question of a command line.</summary>
    protected abstract Question Ask(Asked asked);
}
