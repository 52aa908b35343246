using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Recorder.Marks;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Cli.Commands.Record;

/// <summary><c>fathom mark TEXT</c>: a marker in every recording that runs.</summary>
internal sealed class MarkCommand : TableCommand
{
    public const string Summary = "Marks this moment in all running recordings.";

    private static readonly ResultShape s_shape = new([new("recording", CellKind.Text), new("monotonic_ns", CellKind.Integer)]) { Hidden = ["monotonic_ns"] };

    private readonly Argument<string> _text = new("text") { Description = "What happens now, such as 'test 7 begins'." };

    public MarkCommand()
        : base("mark", Summary)
    {
        Add(_text);
        AddOutput(OutputFeatures.None);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom mark 'load test begins'", "in every running recording of this user"),
        new("fathom sql 'select ts_ns, text from marker order by ts_ns' app.fathom", "the marks of a recording"),
    ];

    public override string Remarks =>
        "A program sets markers by itself with an EventSource named Fathom-Markers and an event Mark with one text (docs/events.md).";

    protected override ResultShape? Shape => s_shape;

    protected override TableAnswer Answer(Asked asked)
    {
        long nowNs = Stopwatch.GetTimestamp();
        string text = asked.Parsed.GetRequiredValue(_text);
        if (text.Length is 0 or > MarkBooks.MostChars)
        {
            throw FathomException.Usage(
                string.Create(CultureInfo.InvariantCulture, $"A mark has 1 to {MarkBooks.MostChars} characters, and this one has {text.Length}."), "fathom mark 'test 7 begins'");
        }

        MarksSet set = MarkBooks.Set(nowNs, Caller(), text);
        return new CommandResult(asked.Title, [text], new ResultTable(s_shape.Columns, [.. set.Books.Select(book => (Cell[])[Cell.Of(Path.GetDirectoryName(book)), Cell.Of(nowNs)])]))
        {
            Missing = set.Failures,
        };
    }

    // The shell or script that asked, as this process is gone at once.
    private static int Caller() => ProcessInstance.TryFind(ProcNamespace.OwnNumber, out _, out int parentId) ? parentId : 0;
}
