using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Results;
using Fathom.Query.Graph;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap suspects SUBJECT</c>: what holds a large share of the heap.</summary>
internal sealed class HeapSuspectsCommand : GraphViewCommand
{
    private const double DefaultPercent = 10;

    private readonly Option<string?> _share = OptionCatalog.Value("--share", "PERCENT", "The share of the live bytes, in percent, above which something is a suspect; 10 by default.");

    public HeapSuspectsCommand()
        : base("suspects", "What retains a large share of the heap, and who holds it.")
    {
        Add(_share);
        AddOthers();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap suspects MyApp", "what retains more than a tenth of the live bytes"),
        new("fathom heap suspects core.4711 --share 2", "smaller parts too"),
        new("fathom heap suspects MyApp --format json --columns +path,+point_type", "for a program"),
    ];

    public override string Remarks =>
        "An object is a suspect when it retains more than the share and no other object retains it; objects of one type can be a suspect together.\n"
        + "Its accumulation point is found by following the largest part down until a part has less than 70 % of the whole. The path is a shortest one to that object.";

    protected override ResultShape Shape => GraphShapes.Suspects;

    protected override string Contents => "Suspects among the live objects.";

    protected override (IGraphAnalysis Analysis, string View, string? Words) Question(Asked asked)
    {
        SuspectAnalysis analysis = new(Share(asked));
        return (analysis, SuspectAnalysis.View, analysis.Question);
    }

    protected override ResultTable Rows(GraphReport report) => report.Suspects();

    protected override ResultTable Totals(GraphReport report) => report.Live();

    private double Share(Asked asked)
    {
        if (asked.Value(_share) is not { } text)
            return DefaultPercent / 100;
        string number = text.EndsWith('%') ? text[..^1] : text;
        if (double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent) && percent is > 0 and < 100)
            return percent / 100;
        throw FathomException.Usage($"'{text}' in '--share {text}' is not a share between 0 and 100 percent.", "--share 5");
    }
}
