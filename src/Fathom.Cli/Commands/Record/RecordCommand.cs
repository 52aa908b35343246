using System.CommandLine;
using System.CommandLine.Parsing;
using System.Runtime.InteropServices;
using Fathom.Capture.Recording;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Recorder.Kernel;
using Fathom.Render.Live;
using Fathom.Render.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Record;

/// <summary><c>fathom record</c>: records the machine, and the .NET programs on it, for a while.</summary>
internal sealed class RecordCommand : AnswerCommand
{
    public const string Summary = "Records what all threads do, and the events of .NET programs.";

    private static readonly PosixSignal s_save = (PosixSignal)SaveRequest.Signal;
    private static readonly Lock s_saying = new();

    private readonly Argument<string[]> _words = new("process")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Pids or process names to record; or -- and a program with its arguments, which is started. Without any, all processes.",
    };

    private readonly RecordOptionSet _options;
    private readonly RecordTriggerOptions _triggers;
    private readonly Switch _list = new("--list-profiles", "Shows what --profile can add, what each costs, and ends.");

    public RecordCommand()
        : base("record", Summary)
    {
        Add(_words);
        _options = new RecordOptionSet(this);
        Add(_list);
        _triggers = new RecordTriggerOptions(this);
        AddOutput(OutputFeatures.File | OutputFeatures.Unit);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom record --save app.fathom -- dotnet MyApp.dll", "from the start of a program to its end"),
        new("fathom record MyApp --duration 30s", "a running program, into MyApp-DATE-TIME.fathom"),
        new("fathom record MyApp --duration 30s --save slow.fathom", "with a name; then: fathom waits slow.fathom"),
        new("fathom record MyApp --profile io --duration 30s", "with file calls: which files, how long, which errors (fathom files)"),
        new("fathom record MyApp --ring 60s --save slow.fathom", "the last minute, until Ctrl-C; fathom save makes slow-1.fathom of it"),
        new("fathom record MyApp --ring 60s --when cpu_percent=150.. --lasting 5s", "saves the minute before, each time that it is that busy"),
        new("fathom record --save machine.fathom", "all of the machine, until Ctrl-C"),
        new("fathom record --duration 10s --event block:block_rq_issue --save disk.fathom", "with a tracepoint of the kernel, and the call chain of each event"),
        new("fathom record --duration 1min --no-extract --save night.fathom", "keeps the raw files; fathom extract night.raw reads them later"),
    ];

    public override string Remarks =>
        "As root, or with CAP_PERFMON, the whole machine is recorded, whatever processes are named: any process may have woken a thread or used its processor.\n"
        + "Other users record their own processes, without waits. What cannot be recorded is reported before, with what would change it.\n"
        + "Ctrl-C, --duration, --max-size and the end of the program all end a recording normally; a started program that has not ended keeps running. The recorder itself is left out.";

    public override string Details =>
        "While it records, files grow in NAME.raw next to NAME.fathom. They are removed after they were read; if fathom is killed, fathom extract NAME.raw reads what they hold.\n"
        + ConditionOptions.Details;

    public override ResultShape? ShapeOf(ParseResult parsed, CommandContext context) =>
        _list.IsOn(parsed) ? ProfileList.Shape : RecordSummary.ShapeOf(RecordSummary.Biggest([]));

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = Output.Read(parsed, context);
        if (_list.IsOn(parsed))
            return new(ProfileList.Show(request));
        RecordOptions options = _options.Read(parsed, context, request.Target.Force);
        string[] words = parsed.GetValue(_words) ?? [];
        bool isProgram = parsed.Tokens.Any(static token => token.Type == TokenType.DoubleDash);
        if (isProgram && words.Length == 0)
            throw FathomException.Usage("There is no program after '--'.", "fathom record --save app.fathom -- dotnet MyApp.dll");
        options = options with { Triggers = _triggers.Read(parsed, options.Ring is not null, words.Length > 0) };
        ProcessFacts[] processes = isProgram ? [] : [.. words.Select(word => Find(word, context))];
        options = options with { Program = isProgram ? words : [], Processes = [.. processes.Select(static process => process.Pid)] };
        if (!isProgram && (options.Inlined ? "--inlined" : _options.Propagates(parsed) ? "--propagate-exit" : null) is { } option)
            throw FathomException.Usage($"'{option}' needs a program that is started, and none is.", "leave it out, or start one: -- PROGRAM");
        if (options.SaveTo.Length == 0)
        {
            string? subject = isProgram ? DatedName.OfProgram(words) : processes is [var first, ..] ? first.Name : null;
            options = options with { SaveTo = DatedName.Of(subject, context.Time.GetLocalNow()) };
        }

        RecordOutcome outcome = Record(options, context);
        // A result is given although Ctrl-C ended the recording.
        CommandContext last = new(context.OutStream, context.Error, context.Time, context.Terminal, CancellationToken.None) { Verbosity = context.Verbosity };
        ExitCode code = RecordSummary.Show(outcome, options, words, request with { Context = last });
        return new(_options.Propagates(parsed) && outcome.ProgramCode is { } own ? (ExitCode)own : code);
    }

    private static RecordOutcome Record(RecordOptions options, CommandContext context)
    {
        using RecordRun run = new(options, ToolVersion.Named, begin => Say(begin, context))
        {
            Saved = saved => Say(saved, context),
            Noted = sentence => context.Note(SafeText.Of(sentence)),
        };
        using PosixSignalRegistration? asks = options.Ring is null ? null : PosixSignalRegistration.Create(s_save, signal =>
        {
            signal.Cancel = true;
            run.Save();
        });
        using ProgressLine progress = context.ShowProgress();
        return run.Run(progress, context.Stop, context.Soon);
    }

    private static void Say(SavedRecording saved, CommandContext context)
    {
        string length = ReadableNumber.Of(saved.Length.TotalNanoseconds, ColumnUnit.Nanoseconds);
        string why = saved.Causes.Count > 0 ? $", because {string.Join("; ", saved.Causes.Select(static cause => cause.Text))}" : "";
        string done = $"saved the last {length}: '{saved.Recording ?? saved.RawFolder}'{why}";
        string what = saved.Failure is { } failure ? $"not saved: {failure}" : done;
        string next = saved is { Recording: null, RawFolder: { } raw } ? $" To read them: fathom extract {CommandText.Join([raw])}" : "";
        // Each save is told by a thread of its own.
        lock (s_saying)
        {
            context.Note(SafeText.Of(what + next));
            foreach (string sentence in saved.Lacks.Concat(saved.Notes))
                context.Note(SafeText.Of(sentence));
        }
    }

    /// <summary>Says what a recording that has begun will lack.</summary>
    internal static void Say(RecordBegin begin, CommandContext context)
    {
        foreach (RefusedEvent refused in begin.Refused)
            context.NoteBefore(SafeText.Of($"not recorded: {refused.What}. {refused.Why}"), SafeText.Of(refused.Fix is { } fix ? $" To change it: {fix}" : ""));
    }

    private static ProcessFacts Find(string word, CommandContext context)
    {
        Subject subject = new SubjectResolver(new ProcessScanner()) { TakesAnyProcess = true }.Resolve(word);
        if (subject.Note is { } note)
            context.Note(SafeText.Of(note));
        return subject is ProcessSubject process
            ? process.Process
            : throw FathomException.Target($"'{SafeText.Of(word)}' is not a running process.", "fathom ps lists the .NET processes; a program to start goes after --");
    }
}
