using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Foreign;
using Fathom.Query.Statements;
using Fathom.Render.Live;
using Fathom.Render.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom sql QUERY RECORDING…</c>: one SELECT of the user over recordings.</summary>
internal sealed class SqlCommand : TableCommand
{
    public const string Summary = "Runs one SELECT over any number of recordings.";

    private readonly Argument<string?> _query = new("query")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "One SELECT statement; with -f all words are recordings.",
    };

    private readonly Argument<string[]> _recordings = new("recording")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Recordings, raw traces, folders of them, patterns ('runs/**;!*WithAV*'); column rec is the number of a recording, from 0.",
    };

    private readonly Option<string?> _file = OptionCatalog.QueryFile();
    private readonly Option<string[]> _param = OptionCatalog.Param();

    public SqlCommand()
        : base("sql", Summary)
    {
        Add(_query);
        Add(_recordings);
        Add(_file);
        Add(_param);
        AddOutput(OutputFeatures.All & ~OutputFeatures.Rows);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom sql 'from heap_type' leak.fathom --top 5", "the first rows of a table; fathom schema lists the tables"),
        new("fathom sql 'select rec, sum(size_bytes) as size_bytes from heap_usage group by rec' a.fathom b.fathom", "several recordings at once"),
        new("fathom sql -f large.sql --param min=1000000 leak.fathom -o large.csv", "a query from a file with $min in it"),
        new("fathom sql 'select count(*) as n from loss' leak.fathom --fail-if n=1..", ExitText.EndsWhen("something was lost")),
    ];

    public override string Remarks =>
        """
        The dialect is DuckDB's. The query sees the tables of the recordings and nothing else: no files, no
        extensions, no settings, one statement. A raw trace (perf.data, .nettrace) is read once, into a recording
        that is kept, as by the verbs on traces. A table shows columns that end in _bytes or _ns in readable units.
        """;

    public override string ColumnsText => "those that the query selects.";

    protected override ResultShape? Shape => null;

    protected override TableAnswer Answer(Asked asked)
    {
        (string query, string[] paths) = Split(asked.Parsed);
        QueryParameter[] parameters = Array.ConvertAll(asked.Values(_param), QueryParameter.Parse);
        List<RecordingReader> recordings = [];
        using OpenSubjects traces = new();
        try
        {
            foreach (string path in paths)
                recordings.Add(OfTrace(asked, path, traces) ?? RecordingReader.Open(path));
            using ProgressLine progress = asked.Context.ShowStep("answering");
            ForeignResult answer = Run(asked.Context, recordings, query, parameters);
            return new CommandResult(asked.Title, paths, answer.Rows) { Notes = answer.Notices };
        }
        finally
        {
            foreach (RecordingReader recording in recordings.Except(traces.Readers))
                recording.Dispose();
        }
    }

    // A raw trace is read as the verbs on traces read it: once, into a recording that is kept. Others that do not hold one are refused as no recordings.
    private static RecordingReader? OfTrace(Asked asked, string path, OpenSubjects traces)
    {
        if (!File.Exists(path) || FileRecognizer.Describe(path) is not { IsRecording: false, Format.ReadTrace: not null } file)
            return null;
        CaptureOptions options = new(CommandText.Of(asked.Parsed)) { Time = asked.Context.Time };
        SubjectRecording recording;
        using (ProgressLine progress = asked.Context.ShowProgress())
            recording = SubjectRecording.Open(new FileSubject(path, file), SubjectReader.Trace, options, progress, asked.Context.Stop);
        traces.Add(recording);
        if (recording.Note is { } note)
            asked.Context.Note(SafeText.Of(note));
        return recording.Reader;
    }

    private static ForeignResult Run(
        CommandContext context, IReadOnlyList<RecordingReader> recordings, string query, IReadOnlyList<QueryParameter> parameters)
    {
        using MemoryGuard guard = new(
            static () => ProcStatus.Of(Environment.ProcessId)?.AnonymousBytes,
            MemoryGuard.UsualBytes,
            failure => MemoryGuard.EndNow(failure, context),
            context.Stop);
        try
        {
            return ForeignQuery.Run(recordings, query, parameters, guard.Stop);
        }
        catch (OperationCanceledException) when (guard.Failure is not null)
        {
            throw guard.Failure;
        }
    }

    private (string Query, string[] Paths) Split(ParseResult parsed)
    {
        string[] recordings = parsed.GetValue(_recordings) ?? [];
        string? first = parsed.GetValue(_query);
        if (parsed.GetValue(_file) is { } file)
            return (QueryFile.Read(file), RecordingPaths.Of(first is null ? recordings : [first, .. recordings], alsoTraces: true));
        return first is null
            ? throw FathomException.Usage("'fathom sql' needs a query.", "fathom sql 'select 1', or -f FILE.sql")
            : (first, RecordingPaths.Of(recordings, alsoTraces: true));
    }
}
