using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Serializers;
using Fathom.Model.Patterns;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom serializers list</c>: which serializers there are, and which not.</summary>
internal sealed class SerializersListCommand : FathomCommand
{
    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, asks the programs now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string[]> _serializer = OptionCatalog.Values("--serializer", "PATTERN", "Takes serializers whose whole name fits.");
    private readonly OutputOptions _output;

    public SerializersListCommand()
        : base("list", "The serializers with version and format, and why one is not available.")
    {
        Add(_recording);
        Add(_serializer);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers list", "all of them"),
        new("fathom serializers list --where 'status=not available' --columns serializer,reason", "what does not restore or build here, and why"),
        new("fathom serializers list --format json", "for scripts"),
    ];

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputPlan output = _output.Read(parsed, context).Bind(SerializerShapes.List);
        string? path = parsed.GetValue(_recording);
        SuitePlan plan = new() { Takes = parsed.GetValue(_serializer) is { Length: > 0 } patterns ? name => new PatternList(patterns).Matches(name) : static _ => true };
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteRecording.MeasureAsync(plan, save: null, new RecordingOptions("fathom serializers list") { Time = context.Time }, context).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        return output.Publish(new CommandResult("serializers list", path is null ? [] : [path], new SerializerReport(session, context.Stop).List(0)) { Notes = session.Notices });
    }
}
