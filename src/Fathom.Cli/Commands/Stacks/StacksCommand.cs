using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Render.Stacks;

namespace Fathom.Cli.Commands.Stacks;

/// <summary><c>fathom stacks SUBJECT</c>: what the threads do, and what they wait for.</summary>
internal sealed class StacksCommand : FathomCommand
{
    public const string Summary = "What the threads of a process, core dump or recording do, and what they wait for.";

    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly Option<string?> _by = OptionCatalog.Value("--by", "stack|thread", "A row for each stack, the default of tables, or for each thread, the default of CSV and JSON.");
    private readonly ThreadSourceOptions _source;
    private readonly OutputOptions _output;

    public StacksCommand()
        : base("stacks", Summary)
    {
        Add(_subject);
        Add(_by);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new ThreadSourceOptions(this, anyProcess: true);
        Add(new StacksLocksCommand());
        Add(new StacksAsyncCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom stacks MyApp", "all threads, those with equal stacks together"),
        new("fathom stacks 4711 --by thread --sort cpu_percent", "one row for each thread, the busiest first"),
        new("fathom stacks core.4711 --where 'lock=monitor*'", "threads of a core dump that wait for a monitor"),
        new("fathom stacks locks MyApp", "locks with their owners and waiters"),
        new("fathom stacks async MyApp", "suspended async calls by method and await"),
    ];

    public override string Remarks =>
        "A process is watched for half a second (--duration), then stopped for a moment, and runs on. cpu_ns is CPU time since the start of a thread,\n"
        + "cpu_percent its share of one processor while it was watched; lock is what it waits for, owner_tid the thread that has it.\n"
        + "Frames are innermost first: native functions (library!function, or library+0xplace where no symbol names it), then managed methods.\n"
        + "Threads without managed methods are those of the runtime itself. Of NativeAOT programs and programs without .NET the native functions are shown.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        ThreadGrouping grouping = Grouping(parsed.GetValue(_by), request.Target.IsForPeople);
        OutputPlan plan = request.Bind(ThreadShapes.Threads(grouping));
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, subject, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        ThreadReport report = new(session, 0, context.Stop);
        return new(plan.Publish(new CommandResult("stacks", [subject], report.Threads(grouping))
        {
            Header = ThreadHeader.Of(report.Facts),
            Totals = report.Totals(),
            Losses = report.Losses(),
            Notes = session.Notices,
        }));
    }

    private static ThreadGrouping Grouping(string? by, bool isForPeople) => by switch
    {
        null => isForPeople ? ThreadGrouping.Stack : ThreadGrouping.Thread,
        "stack" => ThreadGrouping.Stack,
        "thread" => ThreadGrouping.Thread,
        _ => throw FathomException.Usage($"'{by}' in '--by {by}' is no grouping of threads.", "--by stack|thread"),
    };
}
