using System.Globalization;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers list</c>: which serializers there are, and which not.</summary>
internal sealed class SerializersListCommand : SuiteCommand
{
    private static readonly string[] s_untried = ["Features are counted where they were tried: 'fathom serializers matrix --save m.fathom', then 'fathom serializers list m.fathom'."];

    private readonly SerializerChoice _choice;

    public SerializersListCommand()
        : base("list", "The serializers: version, format, whether they are available.", "queries the programs")
    {
        _choice = new SerializerChoice(this);
        AddOutput(showsAll: true);
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
        "It also says whether a library is still worked on, and what it can do; columns on request say why.";

    public override string Details =>
        "maintenance: active; maintenance (no commit or no change of the library for a year, an archived repository, or its author says so); unclear (the facts end before that\n"
        + "year does); in the box (follows .NET); unknown. Dates are of the package here and of serializers/facts.json; known_until is the day that the file reaches to.\n"
        + "no adapter: a library that is known and not measured.";

    protected override SuiteQuestion Ask(AskedSuite asked)
    {
        SuitePlan plan = _choice.AddTo(new SuitePlan { ListsLibraries = true }, asked.Parsed);
        // Without a recording nothing has tried features, and conditions are checked before programs are built.
        return new SuiteQuestion(asked.Path is null ? SerializerShapes.List : null, (save, storage, run) => SuiteCapture.MeasureAsync(plan, save, storage, run), inquiry =>
        {
            ResultTable table = RecordedNames.Choose(plan.Names, new SerializerReport(inquiry.Session, inquiry.Stop).List(0), asked.Path);
            int tried = table.IndexOf("features_tried");
            bool isTried = table.Rows.Any(row => !row[tried].IsNull);
            if (asked.Path is not null)
                inquiry.Show(isTried ? SerializerShapes.ListWithFeatures : SerializerShapes.List);
            return inquiry.Result(table) with { Notes = [.. Absent(table), .. isTried ? [] : s_untried] };
        })
        {
            SaysMissing = false,
        };
    }

    // The reasons are sentences, which do not fit beside the rest. What is not available is a note of the recording.
    private static IEnumerable<string> Absent(ResultTable table)
    {
        int status = table.IndexOf("status"), noAdapter = table.Rows.Count(row => row[status].Text == "no adapter");
        if (noAdapter > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{noAdapter} without adapter: 'fathom serializers list --columns serializer,status,reason' says why.");
    }
}
