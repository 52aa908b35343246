using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Info;
using Fathom.Query.Sessions;
using Fathom.Render.Live;
using Fathom.Render.Recordings;
using Fathom.Render.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom info SUBJECT</c>: what a process, file or recording is.</summary>
internal sealed class InfoCommand : TableCommand
{
    public const string Summary = "Shows what a process, dump, trace or recording is.";

    private readonly Argument<string[]> _subjects = new("subject")
    {
        Arity = ArgumentArity.OneOrMore,
        Description = "A pid, a process name, a file or a recording. Several recordings, or a pattern of them in quotes, are listed.",
    };

    private readonly Switch _all = new(
        "--all", "Shows all facts of a recording or trace, as the formats for programs, conditions and --sort always do.");
    private readonly Option<string?> _rename = OptionCatalog.Rename();

    public InfoCommand()
        : base("info", Summary)
    {
        Add(_subjects);
        Add(_all);
        Add(_rename);
        Add(new InfoDiffCommand());
        AddOutput(OutputFeatures.Rows | OutputFeatures.File);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom info 4711", "what the process is; it is neither stopped nor contacted"),
        new("fathom info leak.fathom", "where a recording comes from, what it holds and what is missing"),
        new("fathom info perf.data", "who recorded what, what was lost, and which verbs have data"),
        new("fathom info 'runs/**'",
            "a row for each recording below a folder: of what, when, how long, what it holds, whether it is whole"),
        new("fathom info diff monday.fathom friday.fathom", "what differs between two recordings, apart from what they measured"),
        new("fathom core.4711", "the same as 'fathom info core.4711'"),
        new("fathom info leak.fathom --all", "all of it, with the machine and its settings, each table and each loss"),
    ];

    public override string Remarks =>
        "Several recordings are a row each, with the number of kinds of losses; what cannot be read is a row too (problem says "
        + "why).\nFacts of a recording include a check of "
        + "every part against its checksum.\nA trace is read into a recording for them, as every verb on traces does.";

    protected override ResultShape? Shape => SubjectInfo.Shape;

    protected override ResultShape? ShapeFor(ParseResult parsed) => IsList(Words(parsed)) ? RecordingList.Shape : Shape;

    protected override TableAnswer Answer(Asked asked)
    {
        string[] words = Words(asked.Parsed);
        if (IsList(words))
            return OfSeveral(asked, RecordingPaths.Of(words));
        string word = words[0];
        ProcessScanner scanner = new(OptionCatalog.Rules(asked.Parsed, _rename));
        return new SubjectResolver(scanner).Resolve(word) switch
        {
            ProcessSubject process => new CommandResult(asked.Title, [word], SubjectInfo.Facts(process.Process)),
            FileSubject { File: { IsRecording: true } file } => OfRecording(asked, word, file.Path),
            FileSubject { File.Format.ReadTrace: not null } trace => OfTrace(asked, word, trace),
            FileSubject { File: { } folder } when folder.Format == FileFormats.Folder => throw folder.Format.Refuse(folder),
            FileSubject file => new CommandResult(asked.Title, [word], SubjectInfo.Facts(file.File)),
            Subject other => throw new InvalidOperationException($"There are no facts of a {other.GetType().Name}."),
        };
    }

    private static bool IsList(string[] words) => words.Length > 1
        || (words is [var word] && RecordingPaths.IsPattern(word));

    private static CommandResult OfSeveral(Asked asked, string[] paths)
    {
        ResultTable rows = RecordingList.Of(paths, asked.Context.Stop);
        int state = rows.IndexOf("state"), size = rows.IndexOf("size_bytes");
        int open = rows.Rows.Count(row => row[state].Text != "complete");
        long bytes = rows.Rows.Sum(row => row[size].IsNull ? 0 : row[size].Integer);
        return new CommandResult(asked.Title, paths, rows)
        {
            Header =
            [
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{rows.Rows.Count:#,##0} {(rows.Rows.Count == 1 ? "recording" : "recordings")}, {ReadableNumber.Of(bytes, ColumnUnit.Bytes)}")
                    + (open > 0 ? string.Create(CultureInfo.InvariantCulture, $"; {open:#,##0} not complete") : ""),
            ],
        };
    }

    private string[] Words(ParseResult parsed) => parsed.GetValue(_subjects) ?? [];

    private CommandResult Brief(Asked asked, CommandResult answer)
    {
        if (asked.Has(_all) || !asked.Request.ShowsWhatMatters)
            return answer;
        ResultTable brief = RecordingBrief.Of(answer.Rows);
        string rest = string.Create(CultureInfo.InvariantCulture, $"{answer.Rows.Rows.Count:#,##0} facts in all (--all)");
        return answer with { Rows = brief, Rest = rest };
    }

    private CommandResult OfRecording(Asked asked, string word, string path)
    {
        using RecordingReader recording = RecordingReader.Open(path);
        ResultTable facts = ImpossibleContent.OrSay([recording], () => RecordingInfo.Facts(recording, asked.Context.Stop), asked.Context.Stop);
        return Brief(asked, new CommandResult(asked.Title, [word], facts) { Notes = recording.Notices });
    }

    private CommandResult OfTrace(Asked asked, string word, FileSubject trace)
    {
        CaptureOptions options = new(CommandText.Of(asked.Parsed)) { Time = asked.Context.Time };
        SubjectRecording read;
        using (ProgressLine progress = asked.Context.ShowProgress())
            read = SubjectRecording.Open(trace, SubjectReader.Trace, options, progress, asked.Context.Stop);
        using (read)
        {
            if (read.Note is { } note)
                asked.Context.Note(SafeText.Of(note));
            ResultTable facts = RecordingInfo.OfTrace(SubjectInfo.Facts(trace.File), read.Reader, asked.Context.Stop);
            return Brief(asked, new CommandResult(asked.Title, [word], facts) { Notes = read.Reader.Notices });
        }
    }
}
