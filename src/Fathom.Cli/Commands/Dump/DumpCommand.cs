using System.CommandLine;
using Fathom.Capture.Dumps;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Dumps;
using Fathom.Model.Recording;
using Fathom.Model.Results;
using Fathom.Render.Live;
using Fathom.Sources.DumpWriting;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Dump;

/// <summary><c>fathom dump PROCESS</c>: a dump that is whole, now or when something happens.</summary>
internal sealed class DumpCommand : TableCommand
{
    public const string Summary = "Writes a dump, now or when something happens, and verifies it.";

    private readonly Argument<string[]> _words =
        new("process") { Arity = ArgumentArity.ZeroOrMore, Description = "A pid or a process name; or -- and a program with its arguments, which is dumped when it crashes." };
    private readonly Option<string?> _kind = OptionCatalog.Value("--kind", "mini|heap|triage|full", "How much is written; heap (all that fathom reads) by default.");
    private readonly Option<string?> _name = OptionCatalog.Value(
        "--output", "PATTERN", "Name of the file, with {name}, {pid}, {time} and {n} in it, or a folder; by default {name}_{pid}_{time}.core.", "-o");
    private readonly Switch _force = new("--force", "Replaces an existing file, and writes even if the space seems too small.");
    private readonly Option<string?> _verify = OptionCatalog.Value("--verify", "FILE", "Opens and walks an existing dump, and writes none.");
    private readonly DumpTriggerOptions _trigger;
    private readonly DumpSourceOptions _source;

    public DumpCommand()
        : base("dump", Summary)
    {
        Add(_words);
        Add(_kind);
        Add(_name);
        Add(_force);
        Add(_verify);
        _trigger = new DumpTriggerOptions(this);
        _source = new DumpSourceOptions(this);
        AddOutput(OutputFeatures.Rows | OutputFeatures.Unit);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom dump MyApp", "a dump with the managed heap, and next to it what a dump does not hold"),
        new("fathom dump MyApp --kind full -o '/dumps/{name}_{pid}_{n}.core'", "all memory, with a file name of your choice"),
        new("fathom dump MyApp --when rss_bytes=2GiB..", "waits until it is that large"),
        new("fathom dump MyApp --when cpu_percent=80.. --lasting 30s --count 3 --every 1min", "three dumps of a busy process, a minute apart at least"),
        new("fathom dump MyApp --when 'exception=MyApp.OrderException,message=*refused*'", "about 0.1 s after a throw; the exact delay is shown"),
        new("fathom dump --before-handlers --when 'exception=*NullReference*' -- dotnet MyApp.dll", "at the throw itself: the thread is held until the dump is written"),
        new("fathom dump -- dotnet MyApp.dll", "a dump of its crash: an unhandled exception, a stack overflow, a fail fast"),
        new(
            "fathom dump MyApp --when cpu_percent=80.. --then stacks --then 'exec ./notify.sh'",
            "saves what threads do in place of a dump, and runs a script"),
        new("fathom dump MyApp --when unresponsive --lasting 20s", "when work items wait in the thread pool and none completes"),
        new(
            "fathom dump MyApp --all --when rss_bytes=2GiB.. --count 5",
            "in every process of that name, later ones too: five dumps in all"),
        new("fathom dump --wait-for MyApp --when threads=200..", "for a process that may start later"),
        new("fathom dump --verify old.core", "checks whether a dump of any origin is complete"),
    ];

    public override string Remarks =>
        "The process is paused while its runtime writes; the expected time is shown before, the measured one is pause_ns. The file gets its final name after it was opened and walked;\n"
        + "when fathom is stopped or killed, the writer ends, the process continues and no file is left. FILE.fathom next to it is a recording with memory map, limits, descriptors and CPU times.";

    public override string Details => ConditionOptions.Details;

    protected override ResultShape? Shape => DumpTable.Shape;

    protected override TableAnswer Answer(Asked asked)
    {
        ParseResult parsed = asked.Parsed;
        if (asked.Value(_verify) is { } file)
            return Verify(asked, file);
        DumpKind kind = Kind(parsed);
        DumpSchedule schedule = _trigger.Read(parsed);
        DumpOptions options = _source.Options(parsed, kind, DumpNamePattern.Parse(asked.Value(_name), "-o", schedule.Count == 1), asked.Context) with { Force = asked.Has(_force) };
        bool isAll = _trigger.IsAll(parsed, schedule);
        DumpTarget target = _source.Target(parsed, parsed.GetValue(_words) ?? [], schedule, _trigger.WaitFor(parsed), isAll, asked.Context);
        DumpRun run = new(new DumpTaker(options), schedule, options.Dac);
        IReadOnlyList<DumpTaken> taken;
        using (ProgressLine progress = asked.Context.ShowProgress())
            taken = run.Take(target, progress, asked.Context.Stop);
        CommandResult answer = new(asked.Title, [target.Word], DumpTable.Of(taken, run.Files))
        {
            Notes = [.. run.Notes, .. taken.Select(DumpText.Of).OfType<string>(), .. run.Files.Select(DumpText.Of).OfType<string>()],
        };
        return new TableAnswer(answer, !run.IsComplete || taken.Any(static dump => !dump.IsVerified) ? ExitCode.Partial : ExitCode.Ok);
    }

    private TableAnswer Verify(Asked asked, string file)
    {
        ParseResult parsed = asked.Parsed;
        if (parsed.GetValue(_words) is [var process, ..])
            throw FathomException.Usage($"'--verify {file}' writes no dump, so '{process}' has no effect.", $"fathom dump --verify {file}");
        new FileSubject(file, FileRecognizer.Describe(file)).Require(FileFormats.ElfCore);
        DumpKind? kind = asked.Value(_kind) is null ? null : Kind(parsed);
        DumpVerdict verdict;
        using (ProgressLine progress = asked.Context.ShowProgress())
        {
            progress.Report(new Progress("walking the dump", 0, 0));
            verdict = DumpVerifier.Verify(file, kind, _source.Dac(parsed), asked.Context.Stop);
        }

        return verdict.IsWhole
            ? new TableAnswer(new CommandResult(asked.Title, [file], DumpTable.Of(file, kind, verdict)) { Notes = [DumpText.Of(verdict)] }, verdict.IsVerified ? ExitCode.Ok : ExitCode.Partial)
            : throw FathomException.Target(verdict.Problem!, "write the dump again: fathom dump PROCESS");
    }

    private DumpKind Kind(ParseResult parsed) => parsed.GetValue(_kind) switch
    {
        null or "heap" => DumpKind.Heap,
        "mini" => DumpKind.Mini,
        "triage" => DumpKind.Triage,
        "full" => DumpKind.Full,
        string other => throw FathomException.Usage($"'{other}' in '--kind {other}' is not a kind of dump.", "--kind mini, heap, triage or full"),
    };
}
