using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Memory;
using Fathom.Render.Memory;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Memory;

/// <summary><c>fathom memory SUBJECT</c>: where all the bytes of a process are.</summary>
internal sealed class MemoryCommand : SubjectCommand
{
    public const string Summary = "Where all memory of a process is, adding up to its resident set.";

    private const int MostUnexplained = 3;

    private readonly Option<string?> _by = OptionCatalog.By("owner");
    private readonly Switch _regions = new("--regions", "Shows the regions of the address space, each with its owner.");
    private readonly Switch _cgroup = new("--cgroup", "Shows the memory figures of the process's control group.");
    private readonly Switch _malloc = new("--malloc", "Shows the arenas of malloc: what is in use, and what is free and kept.");
    private readonly Switch _stop = new("--stop", "Stops the process for a moment, so that mappings, pages and heap are from one instant; malloc is read right after.");
    private readonly Switch _live = new("--live", "Separates live objects, dead objects and free space of the managed heap; stops the process as --stop does.");
    private readonly Option<string?> _layout = OptionCatalog.Layout();
    private readonly MomentOptions _moment;

    public MemoryCommand()
        : base("memory", Summary, Subject("A pid, a process name, a recording, a core dump, or a CSV file of VMMap."))
    {
        Add(_by);
        Add(_regions);
        Add(_cgroup);
        Add(_malloc);
        Add(_stop);
        Add(_live);
        Add(_layout);
        AddOutput(OutputFeatures.All);
        Source = new SourceOptions(this, saves: true, anyProcess: true, makesGraph: true);
        _moment = new MomentOptions(this, Source);
        Add(new MemoryDiffCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom memory MyApp", "the balance of a running process, which is not stopped"),
        new("fathom memory MyApp --by owner --where rss_bytes=1MiB..", "the large owners: generations, kinds of heap, threads, files"),
        new("fathom memory MyApp --regions --where 'category=not explained'", "memory without a known owner, by address"),
        new("fathom memory MyApp --malloc", "arenas of malloc: a large free part is fragmentation, or memory that malloc did not give back"),
        new("fathom memory MyApp --live", "live and dead objects separately, with mappings and pages from one instant: the process is stopped for that"),
        new("fathom memory core.4711", "what the process held when the core was written, from core.4711.fathom next to it; without that, what the core alone shows"),
        new("fathom memory vmmap.csv --layout classic", "the memory map of a Windows process, saved by VMMap"),
        new("fathom memory MyApp --cgroup", "what the container is charged for: a part may be page cache"),
        new("fathom memory MyApp -o memory.csv --append", "adds a snapshot to a CSV file"),
        new("fathom memory MyApp --fail-if allocated.size_bytes=2GiB..", ExitText.EndsWhen("heaps and private memory reach 2 GiB")),
    ];

    public override string Remarks =>
        "rss_bytes of all rows add up to the resident set. pss_bytes divides shared pages by their users. held_bytes lies outside of the resident set.\n"
        + "The target is stopped by --stop and --live only. docs/memory.md explains each category and how it is recognised.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        MemoryView view = View(asked);
        GivenMoment moment = _moment.Read(asked.Parsed);
        bool ofCore = CoreSidecar.IsMissing(asked.Subjects[0]);
        return new SubjectQuestion(ofCore ? MemoryShapes.OfCore(view) : MemoryShapes.Of(view), Reader(asked), inquiry => Answer(inquiry, asked, view, moment, ofCore));
    }

    private SubjectReader Reader(AskedSubjects asked)
    {
        bool live = asked.Has(_live), stop = asked.Has(_stop);
        if (stop && asked.Subjects[0] is FileSubject)
            throw FathomException.Usage($"'{asked.Words[0]}' is not a process, so '--stop' has nothing to stop.", "leave --stop out");
        if (Source.HasMaxPause(asked.Parsed) && !live && !stop)
            throw FathomException.Usage("'--max-pause' has no effect here: without '--stop' or '--live' no process is stopped.", "leave --max-pause out");
        return live ? SubjectReader.HeapAndMemory(new LiveAnalysis()) with { OfCoreWithSidecar = null } : SubjectReader.Memory(stop);
    }

    private CommandResult Answer(Inquiry inquiry, AskedSubjects asked, MemoryView view, GivenMoment moment, bool ofCore)
    {
        string word = asked.Words[0];
        MemoryReport report = new(inquiry.Session, inquiry.Stop);
        MemoryFacts facts = report.Facts(0);
        if (asked.Has(_live) && facts.HeapDetail < MemoryFacts.LiveDetail)
            throw FathomException.Target($"'{word}' does not separate live from dead objects.", "record again with 'fathom memory PROCESS --live --save FILE'");
        if (facts.IsOfCoreAlone && view == MemoryView.Cgroup)
            throw FathomException.Target($"'{word}' is from a core alone, which does not hold the figures of a control group.", "fathom dump PID saves them next to the next core");
        if (view == MemoryView.Malloc && !report.HasMalloc(0))
            throw FathomException.Target($"'{word}' does not tell what of malloc is free.", "ask the running process: fathom memory PROCESS --malloc");
        if (facts.IsOfCoreAlone && !ofCore)
            inquiry.Show(MemoryShapes.OfCore(view));
        ResultTable totals = report.Totals(0);
        long bytes = MemoryReport.Resident(totals);
        RequestedRows rows = report.Rows(0, view, inquiry.Request);
        bool folds = asked.Request.ShowsWhatMatters && view is MemoryView.Categories or MemoryView.Owners
            && !facts.IsOfCoreAlone && !asked.Has(_live);
        return inquiry.Result(folds ? SmallerRows.Folded(rows.Table, bytes) : rows) with
        {
            Header = [.. MemoryHeader.Of(facts, bytes), .. Said(report.Limit(0) is { } limit ? MemoryHeader.Of(limit) : null)],
            Missing = view is MemoryView.Categories or MemoryView.Owners ? DividedLimits.NotJudged(asked.Request.FailIf, rows.Table) : [],
            Totals = view == MemoryView.Cgroup ? null : totals,
            Losses = inquiry.Losses,
            Uncertainty = facts.HeapDetail >= MemoryFacts.LiveDetail && view is (MemoryView.Categories or MemoryView.Owners) ? new HeapReport(inquiry.Session, inquiry.Stop).PartUncertainty(0) : null,
            Notes = [.. inquiry.Session.Remarks, .. MemoryHeader.Differences(facts, bytes), .. Said(MemoryHeader.Kept(report.MallocKept(0))), .. Unexplained(report)],
            Trend = facts.ToTrend(moment.Utc, moment.ContextOf(inquiry.Session.Recordings[0])),
        };
    }

    private static string[] Unexplained(MemoryReport report) => Said(MemoryHeader.Unexplained(report.LargestUnexplained(0, MostUnexplained)));

    private static string[] Said(string? line) => line is null ? [] : [line];

    private MemoryView View(Asked asked)
    {
        bool regions = asked.Has(_regions), cgroup = asked.Has(_cgroup), malloc = asked.Has(_malloc), classic = OptionCatalog.IsClassic(asked.Parsed, _layout);
        string? by = asked.Value(_by);
        if (by is not (null or "owner"))
            throw FathomException.Usage($"'{by}' in '--by {by}' is not a way to split memory.", "--by owner");
        return (regions, cgroup, malloc, by, classic) switch
        {
            (true, false, false, null, false) => MemoryView.Regions,
            (false, true, false, null, false) => MemoryView.Cgroup,
            (false, false, true, null, false) => MemoryView.Malloc,
            (false, false, false, "owner", false) => MemoryView.Owners,
            (false, false, false, null, true) => MemoryView.Classic,
            (false, false, false, null, false) => MemoryView.Categories,
            _ => throw FathomException.Usage("'--regions', '--cgroup', '--malloc', '--by' and '--layout' give different results; choose one per run.", "choose one of them"),
        };
    }
}
