using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers show</c>: what each serializer writes.</summary>
internal sealed class SerializersShowCommand : FathomCommand
{
    private const int DefaultBytes = 512;
    private const int MostBytes = 1_000_000;

    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, asks the programs now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _bytes = OptionCatalog.Value("--bytes", "N", "Shows the first N bytes of each output; 512 by default.");
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly SuitePlanOptions _data;
    private readonly OwnTypeOptions _own;
    private readonly OutputOptions _output;

    public SerializersShowCommand()
        : base("show", "What each serializer writes for a case, as text or in hexadecimal, with its size.")
    {
        Add(_recording);
        _data = new SuitePlanOptions(this, measures: false);
        _own = new OwnTypeOptions(this);
        Add(_bytes);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append) { TopByDefault = null };
        Add(_save);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers show --case region -n 1", "a row of a number and a text, by all serializers"),
        new("fathom serializers show --case bookshelf -n 2 --serializer 'Google.Protobuf,System.Text.Json' --bytes 4096", "two of them, at length"),
        new("fathom serializers show --case login --non-ascii 100", "how each writes characters beyond ASCII"),
        new("fathom serializers show --own-type bin/Release/net10.0/Shop.dll!Shop.Order --factory Make", "a class of yours"),
    ];

    public override string Remarks =>
        "An output is broken into lines of a hundred characters; size_bytes is that of the whole output. Where outcome is not ok, what was\n"
        + "written does not read back as it was; --columns +detail says where it differs or why nothing was written.";

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = request.Bind(SerializerShapes.Outputs);
        string? path = parsed.GetValue(_recording);
        using OwnCase own = path is null ? await _own.ReadAsync(parsed, _data.Dials(parsed), [BuildTarget.Default], context.Stop).ConfigureAwait(false) : new OwnCase(null, null);
        int bytes = NumberText.Parse("--bytes", parsed.GetValue(_bytes), 1, MostBytes, DefaultBytes);
        SuitePlan plan = own.AddTo(_data.ReadShown(parsed), keepCases: _data.HasCases(parsed)) with { ShownBytes = bytes };
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteCapture.MeasureAsync(
                plan, parsed.GetValue(_save), new RecordingOptions(CommandText.Of(parsed)) { Replace = request.Target.Force, Time = context.Time }, SuiteRuns.Of(context)).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        SerializerReport report = new(session, context.Stop);
        return output.Publish(new CommandResult("serializers show", path is null ? [] : [path], RecordedNames.Choose(plan, report.Outputs(0), path)) { Missing = recording.Missing, Notes = [.. session.Notices, .. report.OwnTypes(0), .. DialNotes.Of(report.Dials(0))] });
    }
}
