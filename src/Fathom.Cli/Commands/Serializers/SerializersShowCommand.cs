using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Serializers;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Inference;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers show</c>: what each serializer writes.</summary>
internal sealed class SerializersShowCommand : SuiteCommand
{
    private const int DefaultBytes = 512;
    private const int MostBytes = 1_000_000;

    private readonly Option<string?> _bytes = OptionCatalog.Value("--bytes", "N", "Shows the first N bytes of each output; 512 by default.");
    private readonly SuitePlanOptions _data;
    private readonly OwnTypeOptions _own;

    public SerializersShowCommand()
        : base("show", "What each serializer writes for a case, with its size.", "queries the programs")
    {
        _data = new SuitePlanOptions(this, measures: false);
        _own = new OwnTypeOptions(this);
        Add(_bytes);
        AddOutput(showsAll: true);
        AddSave();
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

    protected override SuiteQuestion Ask(AskedSuite asked)
    {
        int bytes = NumberText.Parse("--bytes", asked.Value(_bytes), 1, MostBytes, DefaultBytes);
        SuitePlan plan = _data.ReadShown(asked.Parsed) with { ShownBytes = bytes };
        return new SuiteQuestion(SerializerShapes.Outputs, (save, storage, run) => MeasureAsync(plan, asked.Parsed, save, storage, run), inquiry =>
        {
            SerializerReport report = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(RecordedNames.Choose(plan.Names, report.Outputs(0), asked.Path)) with { Notes = [.. report.OwnTypes(0), .. DialNotes.Of(report.Dials(0))] };
        });
    }

    private async Task<SuiteRecording> MeasureAsync(SuitePlan plan, ParseResult parsed, string? save, RecordingOptions storage, SuiteRun run)
    {
        using OwnCase own = await _own.ReadAsync(parsed, _data.Dials(parsed), [BuildTarget.Default], run.Stop).ConfigureAwait(false);
        return await SuiteCapture.MeasureAsync(own.AddTo(plan, keepCases: _data.HasCases(parsed)), save, storage, run).ConfigureAwait(false);
    }
}
