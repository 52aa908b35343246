using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom faults TRACE</c>.</summary>
internal sealed class FaultsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Page faults: which files were read, and how long that took.";

    private readonly Option<string?> _by = OptionCatalog.Value("--by", "file|process|kind|method",
        "A row for each file, the default, process, kind, or own method of the thread.");
    private readonly Switch _each = new("--each", "Lists each fault, the longest first.");

    public FaultsCommand()
        : base(TraceVerbs.Faults, Summary)
    {
        Add(_by);
        Add(_each);
        Add(new TraceDiffCommand(this, _by));
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom faults trace.etl", "from which files pages were read, and for how long"),
        new("fathom faults trace.etl --by process", "who waited for them"),
        new("fathom faults perf.data --by kind", "hard faults, and those that read nothing"),
        new("fathom faults trace.etl --each --where kind=hard", "each page that was read"),
    ];

    public override string Remarks => "Record with: perf record -d -c 1 -g -e page-faults,minor-faults,major-faults -- PROGRAM\n\n"
        + "A page fault is a page of memory that was not there when a thread touched it. A hard one (major, on Linux) reads it "
        + "from a file, and the thread waits for the disk. Others read nothing: the page was in memory, or is one of zeros. duration_ns is "
        + "added over threads. A file is what was read, on Linux what is mapped at the address. (unknown) has no file, or one "
        + "that the trace does not tell.";

    protected override string Content => "Page faults";

    protected override string Query => "time/faults";

    protected override string? OtherRows(AskedSubjects asked) => asked.Has(_each) ? _each.Name : asked.Value(_by) is null ? null : _by.Name;

    protected override string QueryFor(AskedSubjects asked) => asked.Has(_each) ? "time/faults-each" : asked.Value(_by) switch
    {
        null or "file" => Query,
        "process" => "time/faults-processes",
        "kind" => "time/faults-kinds",
        "method" => "time/faults-methods",
        { } by => throw FathomException.Usage($"'{by}' in '{_by.Name} {by}' is not a grouping of page faults.",
            "--by file|process|kind|method"),
    };

    /// <inheritdoc/>
    protected override void Prepare(AskedSubjects asked)
    {
        base.Prepare(asked);
        if (asked.Has(_each) && asked.Value(_by) is not null)
            throw FathomException.Usage($"'{_each.Name}' and '{_by.Name}' contradict each other.", "leave one of them out");
    }
}
