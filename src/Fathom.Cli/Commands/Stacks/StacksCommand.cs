using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Query.Stacks;
using Fathom.Render.Stacks;

namespace Fathom.Cli.Commands.Stacks;

/// <summary><c>fathom stacks SUBJECT</c>: what the threads do, and what they wait for.</summary>
internal sealed class StacksCommand : SubjectCommand
{
    public const string Summary = "What the threads of a process or dump do, and what they wait for.";

    private readonly Option<string?> _by = OptionCatalog.Value("--by", "stack|thread", "A row for each stack, the default of tables, or for each thread, the default of CSV and JSON.");
    private readonly Option<bool> _allFrames = new("--all-frames") { Description = "Whole stacks in tables, also of threads without own methods." };
    private readonly ThreadOptions _threads;

    public StacksCommand()
        : base("stacks", Summary, Subject(SubjectText.Usual))
    {
        Add(_by);
        Add(_allFrames);
        AddOutput(OutputFeatures.TypeView);
        _threads = new ThreadOptions(this);
        Source = new SourceOptions(this, saves: true, anyProcess: true);
        Add(new StacksLocksCommand());
        Add(new StacksAsyncCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom stacks MyApp", "all threads; those in the same own methods share a row, and come first"),
        new("fathom stacks MyApp --all-frames", "whole stacks, of all threads"),
        new("fathom stacks 4711 --by thread --sort cpu_percent", "one row for each thread, the busiest first"),
        new("fathom stacks core.4711 --where 'lock=monitor*'", "threads of a core dump that wait for a monitor"),
        new("fathom stacks locks MyApp", "locks with their owners and waiters"),
        new("fathom stacks async MyApp", "suspended async calls by method and await"),
    ];

    public override string Remarks =>
        "A process is watched for half a second (--duration), then stopped for a moment and resumed. cpu_ns is CPU time since the start of a thread,\n"
        + "cpu_percent its share of one processor while it was watched; lock is what it waits for, owner_tid the thread that has it.\n"
        + "method is the innermost own one. Frames are innermost first: native functions (library!function, or library+0xoffset where no symbol covers it), then managed methods.\n"
        + "Threads without managed methods are those of the runtime itself. For NativeAOT programs and programs without .NET, native frames are shown.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        ThreadGrouping grouping = Grouping(asked.Value(_by), asked.Request.Target.IsForPeople);
        bool isFolded = asked.Request.Target.IsForPeople && !asked.Parsed.GetValue(_allFrames);
        return new SubjectQuestion(ThreadShapes.Threads(grouping, isFolded), _threads.Reader(asked.Parsed), inquiry =>
        {
            ThreadReport report = new(inquiry.Session, 0, inquiry.Stop);
            return inquiry.Result(report.Threads(grouping, isFolded)) with
            {
                Header = ThreadHeader.Of(report.Facts),
                Totals = report.Totals(),
                Losses = inquiry.Losses,
            };
        });
    }

    private static ThreadGrouping Grouping(string? by, bool isForPeople) => by switch
    {
        null => isForPeople ? ThreadGrouping.Stack : ThreadGrouping.Thread,
        "stack" => ThreadGrouping.Stack,
        "thread" => ThreadGrouping.Thread,
        _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a grouping of threads.", "--by stack|thread"),
    };
}
