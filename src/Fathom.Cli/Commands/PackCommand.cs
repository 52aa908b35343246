using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Render.Output;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom pack RECORDING</c>: one file of a recording, to send it to somebody.</summary>
internal sealed class PackCommand : FathomCommand
{
    public const string Summary = "Makes one file of a recording, which every command reads like the folder.";

    private static readonly ResultShape s_shape = new([new("path", CellKind.Text), new("size_bytes", CellKind.Integer, ColumnUnit.Bytes)]);

    private readonly Argument<string> _recording = new("recording") { Description = "The folder of a recording." };
    private readonly Option<string?> _file = OptionCatalog.Value(
        "--output", "FILE", "The file to write; by default NAME.fathom.zip in the current folder.", "-o");
    private readonly Switch _force = new("--force", "Replaces a recording of that name.");
    private readonly OutputOptions _output;

    public PackCommand()
        : base("pack", Summary)
    {
        Add(_recording);
        Add(_file);
        Add(_force);
        _output = new OutputOptions(this, OutputFeatures.None);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom pack leak.fathom", "writes leak.fathom.zip"),
        new("fathom pack leak.fathom -o /tmp/for-a-friend.fathom", "under another name"),
    ];

    public override string Remarks =>
        "Every part is compared with its checksum on the way. Parts are compressed already, so the file is about as large as the folder.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputPlan plan = _output.Read(parsed, context).Bind(s_shape);
        string source = parsed.GetRequiredValue(_recording);
        using RecordingReader recording = RecordingReader.Open(source);
        string file = parsed.GetValue(_file) ?? $"{recording.Name}.fathom.zip";
        NewFile.Check(file, mayExist: true);
        long size = RecordingPacker.Pack(recording, file, _force.IsOn(parsed), context.Stop);
        ResultTable rows = new(s_shape.Columns, [[Cell.Of(file), Cell.Of(size)]]);
        return new(plan.Publish(new CommandResult("pack", [source], rows) { Notes = recording.Notices }));
    }
}
