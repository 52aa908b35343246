using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Findings;
using Fathom.Query.Judging;
using Fathom.Render.Stacks;
using Fathom.Render.Text;
using Fathom.Render.Time;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom findings SUBJECT</c>: what is wrong with it.</summary>
internal sealed class FindingsCommand : SubjectCommand
{
    public const string Summary = "What is wrong with a program, by documented rules.";

    private const int MostSteps = 3;
    private const string NativeLocks = "Of native locks, mutexes of glibc are judged (x64), and no others.";
    private static readonly TimeSpan s_usualPause = TimeSpan.FromSeconds(1);

    private readonly Argument<string[]> _more = new("recording")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "More recordings; 'runs/*' in quotes are all in a folder.",
    };

    private readonly ThreadOptions _threads;
    private readonly WindowOptions _window;
    private readonly Option<string[]> _rules = OptionCatalog.Values("--rules", "FILE", "Own rules too: a .sql file, or a folder of them.");

    // A mistake in a rule is said before anything is opened, and a pipe can be read once.
    private TimeRule[] _own = [];

    public FindingsCommand()
        : base("findings", Summary, Subject("A pid, a process name, a core dump, a recording or a trace."))
    {
        Add(_more);
        AddOutput(OutputFeatures.View & ~OutputFeatures.Unit);
        _threads = new ThreadOptions(this);
        _window = new WindowOptions(this, hasSets: false);
        Add(_rules);
        Source = new SourceOptions(this, saves: true, usualPause: s_usualPause, takesTrace: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom findings MyApp", "all rules, the worst first"),
        new("fathom findings slow.fathom --from 2s --to 4s", "rules about time, on a part of a recording"),
        new("fathom findings 'runs/*.fathom'", "several recordings; column recording names them"),
        new("fathom findings slow.fathom --rules rules/", "own rules too"),
        new("fathom findings core.4711 --where rule=deadlock", "one rule on a core dump"),
        new("fathom findings MyApp --fail-if severity=error", ExitText.EndsWhen("a finding is an error")),
    ];

    public override string Remarks => $"Rules about a process or a core: {string.Join(", ", FindingReport.RuleNames)}.\n"
        + $"Rules about a recording of time (fathom record): {string.Join(", ", TimeRule.Shipped.Select(static rule => rule.Name))}.\n"
        + "Each is described in docs/findings.md: what it checks, its limits, and when it is wrong.";

    protected override string[] Words(ParseResult parsed) =>
        RecordingPaths.Of([.. base.Words(parsed), .. parsed.GetValue(_more) ?? []], alsoTraces: true, alsoProcesses: true);

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        TimeBounds? bounds = _window.Read(asked.Parsed);
        return new(FindingShapes.Findings, _threads.Reader(asked.Parsed, inspectsHeap: true), inquiry =>
        {
            FindingsAnswer answer = new(inquiry.Session, _own, inquiry.Stop);
            for (int rec = 0; rec < inquiry.Session.Recordings.Count; rec++)
            {
                string name = inquiry.Subjects[rec];
                FindingWords words = new(Show, CommandText.Join) { Subject = answer.HasTime(rec) ? [name, .. _window.Words(asked.Parsed)] : [] };
                answer.Judge(rec, bounds, words, name, TraceHeader.Time);
            }

            return Brief(asked.Request, inquiry.Result(answer.Rows)) with
            {
                Header = [.. Header(answer, inquiry.Subjects)],
                Losses = answer.Moment is not null || answer.Trace is null ? inquiry.Losses : inquiry.LossesOf(answer.Tables),
                Notes = answer.Moment?.Notes ?? [],
                Next = [.. answer.Next.Take(MostSteps)],
                NotesSayWhyEmpty = true,
            };
        });
    }

    protected override void Prepare(AskedSubjects asked)
    {
        _own = [.. asked.Values(_rules).SelectMany(RuleFiles.Read)];
        if (asked.Subjects.Length > 1 && asked.Subjects.FirstOrDefault(static subject => !IsOfTime(subject)) is { } other)
        {
            throw FathomException.Usage(
                $"'{other.Word}' is no recording; several subjects must be.", $"fathom findings {CommandText.Join([other.Word])}");
        }

        if (_window.Read(asked.Parsed) is { } bounds && asked.Subjects.FirstOrDefault(static subject => !IsOfTime(subject)) is { } moment)
        {
            throw FathomException.Usage(
                $"'{bounds.Option}' has no meaning for '{moment.Word}', which is judged at one moment.",
                $"fathom record {CommandText.Join([moment.Word])} --duration 10s --save NAME.fathom, then: fathom findings NAME.fathom");
        }
    }

    protected override IReadOnlyList<string> Open(AskedSubjects asked, SubjectQuestion question, OpenSubjects open)
    {
        foreach (Subject subject in asked.Subjects)
        {
            SubjectReader reader = subject is FileSubject { File.Format.ReadTrace: not null } ? SubjectReader.Trace : question.Reader;
            open.Add(Source.Open(asked.Parsed, subject, reader, asked.Request.Target.Force, asked.Context));
        }

        return [];
    }

    // What a rule would need fills half a screen, and the header counts those rules.
    private static CommandResult Brief(OutputRequest request, CommandResult answer)
    {
        if (!request.ShowsWhatMatters)
            return answer;
        int rule = answer.Rows.IndexOf("rule"), severity = answer.Rows.IndexOf("severity");
        ILookup<bool, Cell[]> isOpen = answer.Rows.Rows.ToLookup(row => row[severity].Text == FindingsAnswer.NotJudged);
        string[] open = [.. isOpen[true].Select(row => row[rule].Text).Distinct()];
        return open.Length == 0 ? answer : answer with
        {
            Rows = answer.Rows with { Rows = [.. isOpen[false]] },
            Rest = $"not judged: {string.Join(", ", open)} (why: --where 'severity={FindingsAnswer.NotJudged}')",
        };
    }

    private static bool IsOfTime(Subject subject) =>
        subject is FileSubject { File: { IsRecording: true } or { Format.ReadTrace: not null } };

    private static IEnumerable<string> Header(FindingsAnswer answer, IReadOnlyList<string> subjects)
    {
        if (answer.Moment?.Facts is { } facts)
            return [.. ThreadHeader.Of(facts), $"{Count(answer.AppliedCount, "rule")} applied: {answer.FoundCount} findings.", NativeLocks];
        string open = answer.OpenCount > 0 ? $", {answer.OpenCount} not judged" : "";
        string found = $"{Count(answer.FoundCount, "finding")}";
        return answer.Trace is null ? [$"{answer.AppliedCount} rules applied{open}: {answer.FoundCount} findings."]
            : subjects.Count > 1 ? [$"Findings in {subjects.Count} recordings: {found} in {answer.FoundIn} of them{open}"]
            :
            [
                .. TraceHeader.Of("Findings", subjects[0], answer.Trace, null),
                $"{Count(answer.AppliedCount, "rule")} judged{open}: {found}",
            ];
    }

    private static string Count(int count, string one) => $"{count} {one}{(count == 1 ? "" : "s")}";

    private static string Show(Cell cell, ResultColumn column) => cell.Kind switch
    {
        CellKind.Text => SafeText.Of(cell.Text),
        CellKind.Integer => ReadableNumber.Of(cell.Integer, column.Unit),
        CellKind.Real when column.Unit == ColumnUnit.Percent => ReadableNumber.Brief(cell.Number, column.Unit),
        CellKind.Real => ReadableNumber.Of(cell.Number, column.Unit),
        CellKind.Boolean => cell.Boolean ? "yes" : "no",
        _ => "",
    };
}
