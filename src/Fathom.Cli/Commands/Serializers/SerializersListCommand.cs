using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers list</c>: which serializers there are, and which not.</summary>
internal sealed class SerializersListCommand : FathomCommand
{
    private static readonly string[] s_untried = ["Features are counted where they were tried: 'fathom serializers matrix --save m.fathom', then 'fathom serializers list m.fathom'."];

    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, asks the programs now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly SerializerChoice _choice;
    private readonly OutputOptions _output;

    public SerializersListCommand()
        : base("list", "The serializers and libraries: version, format, whether they are available, still worked on, what they can do.")
    {
        Add(_recording);
        _choice = new SerializerChoice(this);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append) { TopByDefault = null };
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers list", "all of them"),
        new("fathom serializers list --where 'status=not available' --columns serializer,reason", "what does not restore or build here, and why"),
        new("fathom serializers list --where status=available,maintenance=maintenance,unclear --columns serializer,maintenance,maintenance_reason", "what is here and may not be worked on"),
        new("fathom serializers matrix --save m.fathom", "tries the features,"),
        new("fathom serializers list m.fathom", "and this counts them"),
        new("fathom serializers list --format json", "for scripts"),
    ];

    public override string Remarks =>
        "maintenance: active; maintenance (no commit or no change of the library for a year, an archived repository, or its author says so); unclear (the facts end before that\n"
        + "year does); in the box (follows .NET); unknown. Dates are of the package here and of serializers/facts.json; known_until is the day that the file reaches to.\n"
        + "no adapter: a library that is known and not measured.";

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        string? path = parsed.GetValue(_recording);
        // Without a recording nothing has tried features, and conditions are checked before programs are built.
        OutputPlan? output = path is null ? request.Bind(SerializerShapes.List) : null;
        SuitePlan plan = _choice.AddTo(new SuitePlan { ListsLibraries = true }, parsed);
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteCapture.MeasureAsync(plan, save: null, new RecordingOptions(CommandText.Of(parsed)) { Time = context.Time }, SuiteRuns.Of(context)).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        ResultTable table = new SerializerReport(session, context.Stop).List(0);
        table = RecordedNames.Choose(plan, table, path);
        int tried = table.IndexOf("features_tried");
        bool isTried = table.Rows.Any(row => !row[tried].IsNull);
        output ??= request.Bind(isTried ? SerializerShapes.ListWithFeatures : SerializerShapes.List);
        return output.Publish(new CommandResult("serializers list", path is null ? [] : [path], table) { Notes = [.. session.Notices, .. Absent(table), .. isTried ? [] : s_untried] });
    }

    // The reasons are sentences, which do not fit beside the rest.
    private static IEnumerable<string> Absent(ResultTable table)
    {
        int status = table.IndexOf("status");
        int notAvailable = table.Rows.Count(row => row[status].Text == "not available"), noAdapter = table.Rows.Count(row => row[status].Text == "no adapter");
        if (notAvailable + noAdapter > 0)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{notAvailable} not available, {noAdapter} without adapter: 'fathom serializers list --columns serializer,status,reason' says why.");
        }
    }
}
