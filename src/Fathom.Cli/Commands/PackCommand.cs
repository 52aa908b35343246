using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Render.Live;
using Fathom.Render.Output;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom pack RECORDING</c>: one file of a recording, to send it to somebody.</summary>
internal sealed class PackCommand : TableCommand
{
    public const string Summary = "Packs a recording into one file, which all commands can read.";

    private static readonly ResultShape s_shape = new([new("path", CellKind.Text), new("size_bytes", CellKind.Integer, ColumnUnit.Bytes)]);

    private readonly Argument<string> _recording = new("recording") { Description = "The folder of a recording." };
    private readonly Option<string?> _file = OptionCatalog.Value(
        "--output", "FILE", "The file to write; by default NAME.fathom.zip in the current folder.", "-o");
    private readonly Switch _force = new("--force", "Replaces a recording of that name.");

    public PackCommand()
        : base("pack", Summary)
    {
        Add(_recording);
        Add(_file);
        Add(_force);
        AddOutput(OutputFeatures.None);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom pack leak.fathom", "writes leak.fathom.zip"),
        new("fathom pack leak.fathom -o /tmp/for-a-friend.fathom", "under another name"),
    ];

    public override string Remarks =>
        "Every part is checked against its checksum. Parts are compressed already, so the file is about as large as the folder.";

    protected override ResultShape? Shape => s_shape;

    protected override TableAnswer Answer(Asked asked)
    {
        string source = asked.Parsed.GetRequiredValue(_recording);
        using RecordingReader recording = RecordingReader.Open(source);
        string file = asked.Value(_file) ?? $"{recording.Name}.fathom.zip";
        NewFile.Check(file, mayExist: true);
        using ProgressLine progress = asked.Context.ShowStep("packing");
        long size = RecordingPacker.Pack(recording, file, asked.Has(_force), asked.Context.Stop);
        ResultTable rows = new(s_shape.Columns, [[Cell.Of(file), Cell.Of(size)]]);
        return new CommandResult(asked.Title, [source], rows) { Notes = recording.Notices };
    }
}
