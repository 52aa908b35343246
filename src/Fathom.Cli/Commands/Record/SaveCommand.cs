using System.CommandLine;
using Fathom.Capture.Recording;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Render.Live;

namespace Fathom.Cli.Commands.Record;

/// <summary><c>fathom save</c>: the last part of a flight recorder that runs, as a recording.</summary>
internal sealed class SaveCommand : TableCommand
{
    public const string Summary = "Saves the last part of a running flight recorder.";

    private static readonly ResultShape s_shape = new(
    [
        new("recording", CellKind.Text), new("length_ns", CellKind.Integer, ColumnUnit.Nanoseconds), new("recorder_pid", CellKind.Integer),
    ]);

    private readonly Argument<string?> _word = new("recorder")
    {
        Arity = ArgumentArity.ZeroOrOne, Description = "Pid of the recorder, or the name of its recording; without it, the only one that runs.",
    };

    public SaveCommand()
        : base("save", Summary)
    {
        Add(_word);
        AddOutput(OutputFeatures.Unit);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom save", "what 'fathom record MyApp --ring 60s --save slow.fathom' keeps, as slow-1.fathom"),
        new("fathom save slow", "the same, where several recorders run: by the name of the recording, or a pid"),
    ];

    public override string Remarks =>
        "The end of what is saved is the moment of the request, and recording goes on. The answer comes when the recording "
        + "can be read; Ctrl-C ends the waiting, and the save is made all the same.\n"
        + "Only recorders of this user are asked.";

    protected override ResultShape? Shape => s_shape;

    protected override TableAnswer Answer(Asked asked)
    {
        string? word = asked.Parsed.GetValue(_word);
        RunningRing ring = RunningRing.Find(word);
        SavedRecording saved;
        using (ProgressLine progress = asked.Context.ShowProgress())
            saved = SaveRequest.Ask(ring, progress, asked.Context.Stop);
        if (saved.Failure is { } failure)
            throw NotMade(ring, saved, failure);
        string path = saved.Recording ?? saved.RawFolder!;
        Cell[] row = [Cell.Of(path), Cell.Of((long)saved.Length.TotalNanoseconds), Cell.Of(ring.ProcessId)];
        return new CommandResult(asked.Title, word is null ? [] : [word], new ResultTable(s_shape.Columns, [row]))
        {
            Missing = saved.Lacks,
            Notes = saved.Notes,
            Next = [CommandText.Join(["fathom", saved.Recording is null ? "extract" : "why", path])],
        };
    }

    /// <summary>Why there is no recording, and what leads to one.</summary>
    internal static FathomException NotMade(RunningRing ring, SavedRecording saved, string failure) => saved switch
    {
        { RawFolder: { } raw } => FathomException.Target(
            $"Process {ring.ProcessId} made no recording: {failure} The raw files of the save stay in '{raw}'.",
            CommandText.Join(["fathom", "extract", raw])),
        { IsStopping: true } => FathomException.Target(
            $"Process {ring.ProcessId} could not save: {failure}", CommandText.Join(["fathom", "info", ring.Recording])),
        _ => FathomException.Target(
            $"Process {ring.ProcessId} could not save: {failure}", "its recording goes on, and a later save may be possible"),
    };
}
