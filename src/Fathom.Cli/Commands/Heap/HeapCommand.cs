using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Graph.Analyses;
using Fathom.Query.Heap;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap SUBJECT</c>: what lies on the managed heap.</summary>
internal sealed class HeapCommand : SubjectCommand
{
    public const string Summary = "What is on the managed heap of a process or dump, by type.";

    private const string Object = "object";

    private static readonly HeapDivision[] s_divisions =
    [
        new("generation", "heap/types_by_generation", "heap/live_types_by_generation"),
        new("segment", "heap/types_by_segment", "heap/live_types_by_segment"),
        new("load_context", "heap/types", "heap/live_types", "load_context"),
    ];

    private static readonly string s_words = string.Join('|', [.. s_divisions.Select(static division => division.Name), Object]);

    private readonly Option<string[]> _type = OptionCatalog.Type();
    private readonly Option<string?> _by = OptionCatalog.By(s_words);
    private readonly Switch _totals = new("--totals", "Shows the totals instead of the types.");
    private readonly Switch _live = new("--live", "Counts the objects that are alive: a root reaches them.");
    private readonly Switch _dead = new("--dead", "Counts the objects that are dead and not collected yet.");
    private readonly Switch _retained = new("--retained", "Shows what live objects retain, by type or --by object.");
    private readonly Switch _graph = new("--graph", "Saves all references, roots and strings too, with --save: then the recording can answer every question about them.");
    private readonly Switch _memory = new("--memory", "Adds all other memory of the process, from the same stop.");
    private readonly Option<string?> _layout = OptionCatalog.Layout();
    private readonly MomentOptions _moment;

    public HeapCommand()
        : base("heap", Summary, Subject(SubjectText.WithGcDump))
    {
        Add(_type);
        Add(_by);
        Add(_totals);
        Add(_live);
        Add(_dead);
        Add(_retained);
        Add(_memory);
        AddOutput(OutputFeatures.All | OutputFeatures.TypeNames);
        Source = new SourceOptions(this, saves: true, makesGraph: true);
        _moment = new MomentOptions(this, Source);
        AddGroup("Source").Add(_graph);
        AddGroup("Result").Add(_layout);
        Add(new HeapDiffCommand());
        Add(new HeapHistogramCommand());
        Add(new HeapSuspectsCommand());
        Add(new HeapRootsCommand());
        Add(new HeapPathsCommand());
        Add(new HeapObjectsCommand());
        Add(new HeapObjectCommand());
        Add(new HeapStringsCommand());
        Add(new HeapTasksCommand());
        Add(new HeapTimersCommand());
        Add(new HeapRequestsCommand());
        Add(new HeapSegmentsCommand());
        Add(new HeapHandlesCommand());
        Add(new HeapFinalizersCommand());
        Add(new HeapModulesCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap MyApp", "the largest types of a running process"),
        new("fathom heap 4711 --where count=1000.. --sort count", "types with at least 1,000 objects, most objects first"),
        new("fathom heap core.4711 --by generation --type 'MyApp.*'", "a core dump, the program's own types only, by generation"),
        new("fathom heap MyApp --live", "only what is alive; --dead shows what the next collections will free"),
        new("fathom heap MyApp --retained", "what objects of each type hold alive; --by object shows the largest"),
        new("fathom heap MyApp --memory -o leak.csv --append", "types and all other memory of the process, from one stop, added to a CSV file"),
        new("fathom heap MyApp --save before.fathom", "saves the snapshot; compare with 'fathom heap diff before.fathom MyApp'"),
        new("fathom heap MyApp --save all.fathom --graph", "saves the object graph too, for --live and the views of who holds what"),
        new("fathom heap MyApp -o leak.csv --append --label context=run-7", "adds a snapshot to a CSV file"),
        new("fathom heap MyApp --fail-if total.size_bytes=600MiB..", ExitText.EndsWhen("the heap has 600 MiB or more")),
    ];

    public override string Remarks =>
        "Dead objects count too, except with --live. A process is stopped for a moment.";

    public override string Details =>
        "size_bytes is what an object occupies: rounded up to 8 bytes, and at least 24.\n"
        + "An object is alive when statics, thread statics, stacks, handles or objects with finalizers reach it; one that waits for its finalizer counts as alive.\n"
        + "An object retains itself and all that can be reached through it only. What several objects of a type hold together only is not in retained_bytes.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        GivenMoment moment = _moment.Read(asked.Parsed);
        Condition[] where = TypeFilter.Of(_type, asked.Parsed);
        if (asked.Has(_retained))
        {
            Exclude(asked, _retained, "leave one of them out; --retained shows live objects, with their total", _totals, _live, _dead, _graph, _memory);
            return HeapRetainedView.Question(asked.Value(_by), where, moment);
        }

        bool isClassic = OptionCatalog.IsClassic(asked.Parsed, _layout);
        if (asked.Has(_memory))
        {
            Exclude(asked, _memory, "leave one of them out; --memory shows the types and the totals", _totals, _graph);
            return asked.Value(_by) is { } by
                ? throw FathomException.Usage($"'--memory' and '--by {by}' exclude each other.", "leave one of them out; fathom memory --by owner splits the memory")
                : HeapMemoryView.Question(asked, Population(asked), isClassic, where, moment);
        }

        if (isClassic)
            throw FathomException.Usage("'--layout classic' renames rows of memory, and none are requested.", "add --memory");
        return HeapTypesView.Question(
            Division(asked.Value(_by)), Population(asked), asked.Has(_totals), Save(asked),
            asked.Subjects[0] is FileSubject { File.IsRecording: true }, where, moment);
    }

    private static void Exclude(Asked asked, Switch given, string next, params ReadOnlySpan<Switch> others)
    {
        foreach (Switch other in others)
        {
            if (asked.Has(other))
                throw FathomException.Usage($"'{given.Name}' and '{other.Name}' exclude each other.", next);
        }
    }

    private GraphSaveAnalysis? Save(Asked asked)
    {
        if (!asked.Has(_graph))
            return null;
        return Source.Save(asked.Parsed) is null
            ? throw FathomException.Usage("'--graph' saves the object graph in a recording, and none is saved.", "fathom heap SUBJECT --save FILE --graph")
            : new GraphSaveAnalysis();
    }

    private HeapPopulation Population(Asked asked) => (asked.Has(_live), asked.Has(_dead)) switch
    {
        (true, true) => throw FathomException.Usage("'--live' and '--dead' together are all objects.", "leave both out, or one of them"),
        (true, _) => HeapPopulation.Live,
        (_, true) => HeapPopulation.Dead,
        _ => HeapPopulation.All,
    };

    private static HeapDivision Division(string? by) => by switch
    {
        null => HeapDivision.Types,
        Object => throw FathomException.Usage("'--by object' shows what single objects retain.", "--retained --by object"),
        _ => Array.Find(s_divisions, division => division.Name == by) ?? throw FathomException.Usage($"'{by}' in '--by {by}' is not a way to split the heap.", $"--by {s_words}"),
    };
}
