using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;
using Fathom.Sources.Heap.Options;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap SUBJECT</c>: what lies on the managed heap.</summary>
internal sealed class HeapCommand : FathomCommand
{
    public const string Summary = "What lies on the managed heap of a process, core dump, gcdump or recording, per type.";

    private const string Groupings = "generation|segment|load_context|object";

    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump, a gcdump file or a recording." };
    private readonly Option<string[]> _type = OptionCatalog.Type();
    private readonly Option<string?> _by = OptionCatalog.By(Groupings);
    private readonly Switch _totals = new("--totals", "Answers with the totals (free, allocated, total) instead of the types.");
    private readonly Switch _live = new("--live", "Counts the objects that are alive: those that a root reaches.");
    private readonly Switch _dead = new("--dead", "Counts the objects that are dead and not collected yet.");
    private readonly Switch _retained = new("--retained", "Shows what the live objects of each type retain, or the largest objects (--by object).");
    private readonly Switch _graph = new("--graph", "Keeps all references, roots and strings too, with --save: every question about them can then be asked of the recording.");
    private readonly Switch _memory = new("--memory", "Shows all other memory of the process too, seen in the same stop.");
    private readonly Option<string?> _layout = OptionCatalog.Layout();
    private readonly MomentOptions _moment;
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public HeapCommand()
        : base("heap", Summary)
    {
        Add(_subject);
        Add(_type);
        Add(_by);
        Add(_totals);
        Add(_live);
        Add(_dead);
        Add(_retained);
        Add(_memory);
        Add(_layout);
        _output = new OutputOptions(this, OutputFeatures.All);
        _source = new SourceOptions(this, saves: true, makesGraph: true);
        Add(_graph);
        _moment = new MomentOptions(this, _source);
        Add(new HeapDiffCommand());
        Add(new HeapHistogramCommand());
        Add(new HeapSuspectsCommand());
        Add(new HeapPathsCommand());
        Add(new HeapObjectsCommand());
        Add(new HeapObjectCommand());
        Add(new HeapStringsCommand());
        Add(new HeapSegmentsCommand());
        Add(new HeapHandlesCommand());
        Add(new HeapFinalizersCommand());
        Add(new HeapModulesCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap MyApp", "the largest types of a running process"),
        new("fathom heap 4711 --where count=1000.. --sort count", "types with at least 1,000 objects, most objects first"),
        new("fathom heap core.4711 --by generation --type 'MyApp.*'", "a core dump, own types only, by generation"),
        new("fathom heap MyApp --live", "only what is alive; --dead shows what the next collections will free"),
        new("fathom heap MyApp --retained", "what would go with the objects of each type; --by object shows the largest holders"),
        new("fathom heap MyApp --memory -o leak.csv --append", "types and all other memory of the process, of one stop, as a moment of a CSV file"),
        new("fathom heap MyApp --save before.fathom", "keeps the snapshot; compare with 'fathom heap diff before.fathom MyApp'"),
        new("fathom heap MyApp --save all.fathom --graph", "keeps the object graph too, for --live and the views of who holds what"),
        new("fathom heap MyApp -o leak.csv --append --label context=run-7", "adds a moment to a CSV file"),
        new("fathom heap MyApp --fail-if total.size_bytes=600MiB..", ExitText.EndsWhen("the heap has 600 MiB or more")),
    ];

    public override string Remarks =>
        "Dead objects that are not collected yet are included, but for --live. A process is stopped for a fraction of a second and runs on.\n"
        + "size_bytes is what an object occupies: rounded up to 8 bytes, and at least 24.\n"
        + "Alive is what statics, thread statics, stacks, handles and objects with finalizers reach; an object that waits for its finalizer counts as alive.\n"
        + "An object retains itself and all that can be reached through it only. What several objects of a type hold together only is not in retained_bytes.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        bool totals = _totals.IsOn(parsed);
        GivenMoment moment = _moment.Read(parsed);
        if (_retained.IsOn(parsed))
            return new(Retained(parsed, context, moment));
        if (_memory.IsOn(parsed))
            return new(WithMemory(parsed, context, moment));
        if (OptionCatalog.IsClassic(parsed, _layout))
            throw FathomException.Usage("'--layout classic' names rows of memory, and none are asked for.", "add --memory");
        HeapGrouping grouping = Grouping(parsed.GetValue(_by));
        OutputRequest request = _output.Read(parsed, context);
        HeapPopulation population = Population(parsed);
        ResultShape sumsShape = population == HeapPopulation.All ? HeapShapes.Totals : HeapShapes.LiveTotals;
        OutputPlan plan = TypeFilter.Apply(_type, parsed, request).Bind(totals ? sumsShape : HeapShapes.Types(grouping, population));
        GraphSaveAnalysis? save = Save(parsed);
        SubjectReader reader = save is not null ? SubjectReader.GraphAndStrings(StringOptions.All, new LiveAnalysis(), save)
            : population == HeapPopulation.All ? SubjectReader.Heap : SubjectReader.Graph(new LiveAnalysis());

        using SubjectRecording heap = _source.Open(parsed, _source.Resolve(parsed, parsed.GetValue(_subject)!)[0], reader, request.Target.Force, context);
        if (save is not null)
            context.Note(SavedGraph.Of(heap.Reader.Manifest, save));
        using QuerySession session = QuerySession.Open(heap.Reader);
        HeapReport report = new(session, context.Stop);
        HeapSnapshotFacts facts = report.Facts(0);
        ResultTable sums = population == HeapPopulation.All ? report.Totals(0) : report.LiveTotals(0);
        return new(plan.Publish(new CommandResult("heap", [parsed.GetValue(_subject)!], totals ? sums : report.Types(0, grouping, population, plan.Request))
        {
            Header = Header(facts, population, population == HeapPopulation.All || report.IsMarkWhole(0)),
            Totals = sums,
            Losses = report.Losses(0),
            Uncertainty = population == HeapPopulation.All ? null : report.LiveUncertainty(rows: !totals, 0),
            Notes = session.Notices,
            Trend = facts.ToTrend(moment.Utc, moment.ContextOf(heap)),
        }));
    }

    private ExitCode Retained(ParseResult parsed, CommandContext context, GivenMoment moment)
    {
        Exclude(parsed, _retained, "leave one of them out; --retained shows live objects, with their total", _totals, _live, _dead, _graph, _memory);
        return new HeapRetainedView(_subject, _type, _source, _output).Show(parsed, context, parsed.GetValue(_by), (facts, heap) => facts.ToTrend(moment.Utc, moment.ContextOf(heap)));
    }

    private ExitCode WithMemory(ParseResult parsed, CommandContext context, GivenMoment moment)
    {
        Exclude(parsed, _memory, "leave one of them out; --memory shows the types and the totals", _totals, _graph);
        if (parsed.GetValue(_by) is { } by)
            throw FathomException.Usage($"'--memory' and '--by {by}' exclude each other.", "leave one of them out; fathom memory --by owner divides the memory");
        return new HeapMemoryView(_subject, _type, _source, _output).Show(
            parsed, context, Population(parsed), OptionCatalog.IsClassic(parsed, _layout), (facts, heap) => facts.ToTrend(moment.Utc, moment.ContextOf(heap)));
    }

    private static void Exclude(ParseResult parsed, Switch given, string next, params ReadOnlySpan<Switch> others)
    {
        foreach (Switch other in others)
        {
            if (other.IsOn(parsed))
                throw FathomException.Usage($"'{given.Name}' and '{other.Name}' exclude each other.", next);
        }
    }

    private static IReadOnlyList<string> Header(HeapSnapshotFacts facts, HeapPopulation population, bool isWhole) => (population, isWhole) switch
    {
        (HeapPopulation.Live, false) => HeapHeader.Of(facts, "Live objects: at least those that a root reaches; references or roots were lost."),
        (HeapPopulation.Dead, false) => HeapHeader.Of(facts, "Objects that no root reaches; references or roots were lost, so it is not known whether they are dead."),
        (HeapPopulation.Live, _) => HeapHeader.Of(facts, "Live objects: those that a root reaches."),
        (HeapPopulation.Dead, _) => HeapHeader.Of(facts, "Dead objects: those that no root reaches, not collected yet."),
        _ => HeapHeader.Of(facts),
    };

    private GraphSaveAnalysis? Save(ParseResult parsed)
    {
        if (!_graph.IsOn(parsed))
            return null;
        return _source.Save(parsed) is null
            ? throw FathomException.Usage("'--graph' keeps the object graph in a recording, and none is kept.", "fathom heap SUBJECT --save FILE --graph")
            : new GraphSaveAnalysis();
    }

    private HeapPopulation Population(ParseResult parsed) => (_live.IsOn(parsed), _dead.IsOn(parsed)) switch
    {
        (true, true) => throw FathomException.Usage("'--live' and '--dead' together are all objects.", "leave both out, or one of them"),
        (true, _) => HeapPopulation.Live,
        (_, true) => HeapPopulation.Dead,
        _ => HeapPopulation.All,
    };

    private static HeapGrouping Grouping(string? by) => by switch
    {
        null => HeapGrouping.Type,
        "generation" => HeapGrouping.Generation,
        "segment" => HeapGrouping.Segment,
        "load_context" => HeapGrouping.LoadContext,
        "object" => throw FathomException.Usage("'--by object' shows what single objects retain.", "--retained --by object"),
        _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a division of the heap.", $"--by {Groupings}"),
    };
}
