using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Fathom.Capture.Recording;
using Fathom.Capture.Subjects;
using Fathom.Cli.Commands.Record;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Time;
using Fathom.Render.Live;
using Fathom.Render.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Cli.Commands.Time;

/// <summary>
/// A time verb about a process, or about a program that it starts: what the verb needs is recorded, answers, and is removed unless <c>--save</c> keeps it.
/// </summary>
internal sealed class LiveTrace
{
    /// <summary>What the subject may be, for the help.</summary>
    public const string SubjectText =
        "A process, by pid or name, which is recorded for 10 s; or a recording, or a trace (perf.data, .nettrace, .etl).";

    private static readonly TimeSpan s_usual = TimeSpan.FromSeconds(10);

    private readonly TraceVerb _verb;
    private readonly Argument<string[]> _more = new("program")
    {
        Arity = ArgumentArity.ZeroOrMore,
        HelpName = "-- PROGRAM",
        Description = "In place of a subject: a program with its arguments, which is started and recorded until it ends.",
    };

    private readonly Option<string?> _duration = OptionCatalog.Value(
        "--duration", "TIME", "Records a process for this time, 10s by default; a program that is started, for this time at most.");

    /// <summary>Adds the words to a verb.</summary>
    /// <param name="command">The verb.</param>
    /// <param name="verb">What it answers from.</param>
    public LiveTrace(GroupedCommand command, TraceVerb verb)
    {
        _verb = verb;
        command.Add(_more);
        command.Add(_duration);
    }

    /// <summary>Whether a program is started.</summary>
    public static bool HasProgram(ParseResult parsed) => parsed.Tokens.Any(static token => token.Type == TokenType.DoubleDash);

    /// <summary>Whether something is recorded for the answer.</summary>
    public static bool IsAsked(AskedSubjects asked) => HasProgram(asked.Parsed) || asked.Subjects is [ProcessSubject];

    /// <summary>Refuses what has no meaning together.</summary>
    /// <exception cref="FathomException">There are too many subjects, or a time is given to what is no process (<see cref="ExitCode.Usage"/>).</exception>
    public void Check(AskedSubjects asked)
    {
        string path = $"fathom {asked.Title}", help = $"{path} --help";
        string[] more = asked.Parsed.GetValue(_more) ?? [];
        if (HasProgram(asked.Parsed))
        {
            if (Program(asked.Parsed).Length <= more.Length)
                throw FathomException.Usage($"'{path}' is asked about '{asked.Words[0]}' or about the program after '--', not about both.", help);
            return;
        }

        if (more is [var unexpected, ..])
            throw FathomException.Usage($"'{path}' does not expect '{unexpected}'.", help);
        if (asked.Subjects is [FileSubject file] && asked.Parsed.GetValue(_duration) is not null)
            throw FathomException.Usage($"'{_duration.Name}' is for a process, and '{file.Word}' is a file.", "leave it out, or give a pid or the name of a process");
    }

    /// <summary>Records, and opens the recording. The first Ctrl-C ends the recording, not the answer.</summary>
    /// <returns>What the recording lacks, a sentence each.</returns>
    /// <exception cref="FathomException">Nothing can be recorded.</exception>
    public IReadOnlyList<string> Record(AskedSubjects asked, SourceOptions source, OpenSubjects open)
    {
        CommandContext context = asked.Context;
        RecordOptions options = Options(asked, source);
        if (asked.Subjects is [ProcessSubject { Note: { } note }])
            context.Note(SafeText.Of(note));
        if (asked.Subjects is [ProcessSubject { Process: var process }])
            context.Note(SafeText.Of(Cost(process, options.Duration ?? s_usual)));
        RecordOutcome outcome;
        using (ProgressLine progress = context.ShowProgress())
        {
            (SubjectRecording recording, outcome) = LiveRecording.Make(
                options, ToolVersion.Named, begin => RecordCommand.Say(begin, context), progress, context.Stop, context.Soon);
            open.Add(recording);
        }

        context.AnswerAfterStop();
        if (outcome.ProgramEnd is { } end && outcome.ProgramCode != 0)
            context.Note(SafeText.Of($"'{options.Program[0]}' ended with {end}"));
        else if (outcome is { ProgramEnd: null, ProgramId: { } pid })
            context.Note(string.Create(CultureInfo.InvariantCulture, $"'{SafeText.Of(options.Program[0])}' is still running as process {pid}"));
        return outcome.Kernel?.Failure is { } failure ? [failure] : [];
    }

    private RecordOptions Options(AskedSubjects asked, SourceOptions source)
    {
        bool hasProgram = HasProgram(asked.Parsed);
        return new RecordOptions(CommandText.Of(asked.Parsed), source.Save(asked.Parsed) ?? "")
        {
            Replace = asked.Request.Target.Force,
            Program = hasProgram ? Program(asked.Parsed) : [],
            Processes = [.. asked.Subjects.OfType<ProcessSubject>().Select(static process => process.Process.Pid)],
            Duration = RecordOptionSet.DurationOf(_duration, asked.Parsed) ?? (hasProgram ? null : s_usual),
            Kernel = _verb.Live switch
            {
                LiveNeed.Kernel or LiveNeed.Profile => KernelUse.Required,
                LiveNeed.Runtime => KernelUse.None,
                _ => KernelUse.IfAllowed,
            },
            Requests = _verb.Live == LiveNeed.Requests,
            Profiles = _verb is { Live: LiveNeed.Profile, Profile: { } profile } ? RecordProfile.Named(profile) : [],
            Fathom = OwnCommand.Line(),
            Labels = source.Labels(asked.Parsed),
            SymbolFolders = source.SymbolFolders(asked.Parsed),
            Time = asked.Context.Time,
        };
    }

    private static string Cost(ProcessFacts process, TimeSpan duration)
    {
        string time = ReadableNumber.Of(duration.TotalNanoseconds, ColumnUnit.Nanoseconds);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"recording {process.Name} (pid {process.Pid}) for {time}; it needs some percent more CPU time meanwhile (docs/record.md)");
    }

    private static string[] Program(ParseResult parsed) =>
        [.. parsed.Tokens.SkipWhile(static token => token.Type != TokenType.DoubleDash).Skip(1).Select(static token => token.Value)];
}
