using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Serializers.Capture;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>A verb that asks a question of a measurement of serializers that was saved, or of one that it makes now. A declaration: its words, its options and <see cref="Ask"/>.</summary>
internal abstract class SuiteCommand : AnswerCommand
{
    private readonly Argument<string?> _recording;
    private Option<string?>? _save;
    private Option<string[]>? _label;

    /// <summary>Declares the verb. Add its own options, then those of <see cref="AnswerCommand.AddOutput"/>, <see cref="AddSave"/> and <see cref="AddLabel"/>.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="otherwise">What it does without a recording, for the help: "measures".</param>
    protected SuiteCommand(string name, string summary, string otherwise)
        : base(name, summary)
    {
        _recording = new Argument<string?>("recording") { Description = $"A recording that was saved; without one, {otherwise} now.", Arity = ArgumentArity.ZeroOrOne };
        Add(_recording);
    }

    /// <summary>Adds <c>--save</c>.</summary>
    protected void AddSave() => Kept.Add(_save = OptionCatalog.Save());

    /// <summary>Adds <c>--label</c>.</summary>
    protected void AddLabel() => Kept.Add(_label = OptionCatalog.Label());

    /// <summary>The options about recordings.</summary>
    protected OptionGroup Kept => AddGroup("Files");

    /// <inheritdoc/>
    public sealed override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        AskedSuite asked = new(parsed, context, Output, parsed.GetValue(_recording));
        using SuiteQuestion question = Ask(asked);
        (OutputRequest Request, OutputPlan? Plan) bound = Answers.Bind(asked, question);
        RecordingOptions storage = new(CommandText.Of(parsed))
        {
            Labels = _label is null ? new SortedDictionary<string, string>() : KeyValues.Read(parsed, _label),
            Replace = bound.Request.Target.Force,
            Time = context.Time,
        };
        using SuiteRecording recording = asked.Path is { } path
            ? SuiteRecording.Open(path)
            : await question.Measure(_save is null ? null : parsed.GetValue(_save), storage, SuiteRuns.Of(context)).ConfigureAwait(false);
        ExitCode code = Answers.Publish(
            asked,
            question,
            bound,
            question.Baseline is { } baseline ? [baseline.Reader, recording.Reader] : [recording.Reader],
            asked.Path is null ? [] : [asked.Path],
            question.SaysMissing ? recording.Missing : null);
        question.Afterwards(recording.Reader);
        return code;
    }

    /// <inheritdoc/>
    public override ResultShape? ShapeOf(ParseResult parsed, CommandContext context)
    {
        using SuiteQuestion question = Ask(new AskedSuite(parsed, context, Output, parsed.GetValue(_recording)));
        return question.Shape;
    }

    /// <summary>The question of a command line.</summary>
    /// <exception cref="FathomException">An option is wrong, or has no meaning beside the others (<see cref="ExitCode.Usage"/>).</exception>
    protected abstract SuiteQuestion Ask(AskedSuite asked);
}
