using System.Globalization;
using Fathom.Capture.Actions;
using Fathom.Capture.Recording;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Model.Catalog;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Query.Why;
using Fathom.Render.Text;
using Fathom.Render.Time;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Record;

/// <summary>What a recording came to: how long, how much, what is missing, and who took the most, with the commands that look closer.</summary>
internal static class RecordSummary
{
    private const int MostSaves = 6;

    // One of so many: fewer are in the facts of the recording only.
    private const int MostMissing = 100;

    private const string Nothing = "nothing was recorded: no thread of the recorded processes ran, ended a wait or told an event in that time";

    private static readonly ResultColumn s_closer = new("look_closer", CellKind.Text) { Rank = ColumnRank.Detail };

    /// <summary>Asks for the programs that took the most.</summary>
    public static SqlQuestion Biggest(IEnumerable<int> programs) => SqlQuestion.About("time/biggest", 0, new QueryParameter("pids", Cell.Of(string.Join(',', programs))));

    /// <summary>Its columns.</summary>
    public static ResultShape ShapeOf(SqlQuestion biggest) => new([.. biggest.Shape.Columns, s_closer]);

    /// <summary>Shows it.</summary>
    /// <param name="outcome">What was recorded.</param>
    /// <param name="options">What was asked for.</param>
    /// <param name="words">The words of the command line.</param>
    /// <param name="request">How it is shown.</param>
    public static ExitCode Show(RecordOutcome outcome, RecordOptions options, IReadOnlyList<string> words, OutputRequest request)
    {
        SqlQuestion question = Biggest(outcome.Programs);
        ResultShape shape = ShapeOf(question);
        if (outcome.Recording is not { } path)
            return WithoutRecording(outcome, options, words, shape, request);
        using RecordingReader recording = RecordingReader.Open(path);
        using QuerySession session = QuerySession.Open(recording);
        ResultTable biggest = session.Run(question, null, CancellationToken.None).Table;
        string size = Bytes(recording.Manifest.Parts.Sum(static part => part.Bytes));
        (int what, int method, int pid) = (biggest.IndexOf("what"), biggest.IndexOf("method"), biggest.IndexOf("pid"));
        string[] closer = [.. biggest.Rows.Select(row => Closer(path, row[what].Text, row[pid].Integer, row[method].IsNull ? null : row[method].Text))];
        TraceFacts facts = new TraceReport(session, 0, CancellationToken.None).Facts();
        string[] causes = Causes(session, recording, facts);
        CommandResult result = new("record", words, new ResultTable(shape.Columns, [.. biggest.Rows.Select((row, i) => (Cell[])[.. row, Cell.Of(closer[i])])]))
        {
            Header =
            [
                Recorded(outcome, options, recording, facts),
                .. ProgramLine(outcome, options),
                .. causes.Length > 0 ? [$"Slow because: {string.Join("; ", causes)}."] : Array.Empty<string>(),
            ],
            Footer =
            [
                $"The recording is '{path}' ({size}).{(closer.Length > 0 ? "" : " No thread used a processor or waited in it.")}",
                .. Saves(outcome.Saves), .. Files(outcome.Files),
            ],
            Next = [.. Next(path, biggest, hasCauses: causes.Length > 0)],
            // Who took the most is asked of samples and waits.
            Losses = session.Losses(CancellationToken.None, [.. TraceVerbs.Cpu.TablesOf(NamedQuery.Of(question.Query)), .. TraceVerbs.Waits.Needs]),
            Missing = [.. Missing(outcome), .. HasNothing(recording, closer) ? [Nothing] : Array.Empty<string>()],
            Notes = Notes(outcome),
        };
        return request.Bind(shape).Publish(result);
    }

    // The first causes without their evidence, which costs more. Without the kernel's part most of the time would not be explained.
    private static string[] Causes(QuerySession session, RecordingReader recording, TraceFacts facts)
    {
        if (facts.RunningNs is null || recording.Rows(ThreadLifeRow.Schema.Name) == 0)
            return [];
        WhyReport report = new(session, 0, TraceHeader.Time, CancellationToken.None);
        IReadOnlyList<string> brief = report.Answer(facts, [], isBrief: true).Brief;
        return [.. brief.Select(static (cause, i) => string.Create(CultureInfo.InvariantCulture, $"{i + 1}. {cause}"))];
    }

    private static bool HasNothing(RecordingReader recording, string[] closer) => closer.Length == 0 && recording.Rows(RuntimeEventRow.Schema.Name) == 0;

    private static ExitCode WithoutRecording(RecordOutcome outcome, RecordOptions options, IReadOnlyList<string> words, ResultShape shape, OutputRequest request)
    {
        string next = $"fathom extract {CommandText.Join([outcome.RawFolder!])}";
        string where = outcome.ExtractionFailure is { } failure
            ? $"No recording was made from it: {failure} The raw files stay in '{outcome.RawFolder}'; to read them: {next}"
            : $"The raw files are in '{outcome.RawFolder}'; to read them: {next}";
        CommandResult result = new("record", words, new ResultTable(shape.Columns, []))
        {
            Header =
            [
                RecordedRaw(outcome, options), .. ProgramLine(outcome, options), where, .. Saves(outcome.Saves), .. Files(outcome.Files),
            ],
            Missing = [.. Missing(outcome), .. outcome.ExtractionFailure is { } why ? [why] : Array.Empty<string>()],
            Notes = Notes(outcome),
        };
        return request.Bind(shape).Publish(result);
    }

    // The figures are those of the verbs that look closer.
    private static string Recorded(RecordOutcome outcome, RecordOptions options, RecordingReader recording, TraceFacts facts)
    {
        TraceVerb[] verbs = [TraceVerbs.Cpu, TraceVerbs.Waits];
        string[] amounts = [.. from verb in verbs let rows = recording.Rows(verb.Table) where rows > 0 select Counted(rows, verb)];
        string found = amounts.Length > 0 ? $"{string.Join(", ", amounts)}, in " : "";
        return $"Recorded {TraceHeader.Scope(facts)}: {found}{Bytes(outcome.RawBytes)} of raw files{Why(outcome, options)}.";

        static string Counted(long rows, TraceVerb verb) =>
            string.Create(CultureInfo.InvariantCulture, $"{rows:#,##0} {(rows == 1 ? verb.Counted.TrimEnd('s') : verb.Counted)}");
    }

    private static string RecordedRaw(RecordOutcome outcome, RecordOptions options)
    {
        string scope = outcome.Kernel is { IsWholeMachine: true } ? $"all of {Environment.MachineName}" : "own processes";
        string amount = outcome.Kernel is { } kernel ? string.Create(CultureInfo.InvariantCulture, $"{kernel.Samples:#,##0} events of the kernel in ") : "";
        TimeSpan time = outcome.Window?.Length() ?? outcome.Duration;
        return $"Recorded {scope} for {Time(time)}: {amount}{Bytes(outcome.RawBytes)} of raw files{Why(outcome, options)}.";
    }

    private static IEnumerable<string> ProgramLine(RecordOutcome outcome, RecordOptions options)
    {
        if (outcome.ProgramEnd is { } end)
            yield return $"'{options.Program[0]}' ended with {end}.";
        else if (outcome.ProgramId is { } pid)
            yield return string.Create(CultureInfo.InvariantCulture, $"'{options.Program[0]}' is still running as process {pid}.");
    }

    private static string Why(RecordOutcome outcome, RecordOptions options) => $"{Last(outcome)}{Ended(outcome, options)}";

    private static string Last(RecordOutcome outcome) => outcome.Window is { } window && outcome.End != RecordEnd.MaxSize
        ? $", the last of {Time(window.Recorded())} (--ring), with {Bytes(window.StateBytes)} of what had begun before"
        : "";

    private static string Ended(RecordOutcome outcome, RecordOptions options) => outcome.End switch
    {
        RecordEnd.Saves when options.Triggers is { Count: 1 } => ", until 1 save by a condition was made (--count)",
        RecordEnd.Saves => string.Create(CultureInfo.InvariantCulture, $", until {options.Triggers!.Count} saves by conditions were made (--count)"),
        RecordEnd.MaxSize => $", because --max-size allows no more than {Bytes(options.MaxBytes ?? 0)} (up to half of it is kept for what runtimes send at their end)",
        RecordEnd.Processes when outcome.Window is null => ", until the last of its processes ended",
        _ => "",
    };

    /// <summary>A line for each of the first saves, and how many more were made or not.</summary>
    internal static IEnumerable<string> Saves(IReadOnlyList<SavedRecording> saves)
    {
        foreach (SavedRecording saved in saves.Take(MostSaves))
        {
            string why = saved.Causes.Count > 0 ? $", because {saved.Causes[0].Text}{(saved.Causes.Count > 1 ? " and others" : "")}" : "";
            string stayed = saved.RawFolder is { } raw
                ? $" Its raw files stay in '{raw}'; to read them: {CommandText.Join(["fathom", "extract", raw])}"
                : "";
            yield return saved.Failure is { } failure
                ? $"Not saved{why}: {failure}{stayed}"
                : $"Saved meanwhile: '{saved.Recording ?? saved.RawFolder}' ({Time(saved.Length)}{why}).";
        }

        int made = saves.Skip(MostSaves).Count(static saved => saved.Failure is null), failed = saves.Skip(MostSaves).Count() - made;
        if (made > 0)
            yield return $"{AmountText.Of(made, "more save")} {(made == 1 ? "is" : "are")} beside it.";
        if (failed > 0)
            yield return $"{AmountText.Of(failed, "more save")} could not be made.";
    }

    private static IEnumerable<string> Files(IReadOnlyList<ActionFile> files)
    {
        foreach (ActionFile file in files.Take(MostSaves))
            yield return $"Made meanwhile: '{file.Path}' ({file.Kind}, because {file.Cause}).";
        if (files.Count > MostSaves)
        {
            int more = files.Count - MostSaves;
            yield return $"{AmountText.Of(more, "more file")} of --then {(more == 1 ? "is" : "are")} beside it.";
        }
    }

    private static string[] Missing(RecordOutcome outcome) =>
    [
        .. outcome.Kernel?.Failure is { } failure ? [failure] : Array.Empty<string>(),
        .. outcome.Undone > 0
            ? [$"{AmountText.Of(outcome.Undone, "action")} of --then failed; each was said then."]
            : Array.Empty<string>(),
    ];

    private static string[] Notes(RecordOutcome outcome)
    {
        string[] later = [.. outcome.RefusedLater.Select(static refused => $"not recorded: {refused.What}. {refused.Why}"), .. outcome.RingNotes];
        if (outcome.Kernel is not { } kernel)
            return later;
        return
        [
            .. later,
            .. kernel.Counts.Where(static count => count.Missing * MostMissing > count.Counted && LossTables.OfEvent(count.Event) != LossTables.Waits).Select(static count => string.Create(
                CultureInfo.InvariantCulture, $"{count.Missing:#,##0} of {count.Counted:#,##0} events '{count.Event}' that the kernel counted are missing, for an unknown reason")),
            .. kernel.Lost.GroupBy(static lost => lost.Cpu).OrderBy(static group => group.Key).Select(static group => Lost(
                group.Key, group.Sum(static lost => lost.Count), group.Select(static lost => lost.FromNs).Distinct().Count())),
        ];
    }

    private static string Lost(int cpu, long count, int seconds) => string.Create(
        CultureInfo.InvariantCulture,
        $"{count:#,##0} events of processor {cpu} were lost, in {seconds} of its seconds: larger rings lose fewer (--ring-size 64MiB)");

    private static string Closer(string recording, string what, long pid, string? method) => CommandText.Join(
        ["fathom", VerbOf(what), recording, "--where", string.Create(CultureInfo.InvariantCulture, $"pid={pid}{(method is null ? "" : $",method={method}")}")]);

    // A row leads to the list that it is from: the row itself is on the screen. What threads waited for the longest comes first.
    private static IEnumerable<string> Next(string recording, ResultTable biggest, bool hasCauses) =>
        (hasCauses ? [TraceVerbs.Why.Name] : Array.Empty<string>()).Concat(Verbs(biggest)).Select(verb => CommandText.Join(["fathom", verb, recording]));

    private static IEnumerable<string> Verbs(ResultTable biggest) =>
        biggest.Rows.Select(row => row[biggest.IndexOf("what")].Text).Distinct(StringComparer.Ordinal).OrderDescending(StringComparer.Ordinal)
            .Select(VerbOf);

    private static string VerbOf(string what) => what == "cpu" ? "cpu" : "waits";

    private static string Time(TimeSpan time) => ReadableNumber.Of(time.TotalNanoseconds, ColumnUnit.Nanoseconds);

    private static string Bytes(long bytes) => ReadableNumber.Of(bytes, ColumnUnit.Bytes);
}
