using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Time;
using Fathom.Query.Trees;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom cpu TRACE</c>.</summary>
internal sealed class CpuCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "CPU time by method, from a trace of perf or of .NET events.";

    private const string Cpu = "time/cpu";
    private const string Modules = "time/cpu-modules";
    private const string Spans = "time/cpu-spans";
    private const string SamplerNote =
        "samples are from the runtime's own sampler: a thread in managed code counts as running even without a processor, and native code is not counted";

    private readonly ByOption _by = new(
        "CPU time",
        "A row for each method, module or tag of stacks.",
        ("method", Cpu),
        ("module", Modules),
        (TagOptions.Word, TagReport.Cpu));
    private readonly Option<string?> _lines = OptionCatalog.Value("--lines", "METHOD", "Splits the time of one method by its source lines.");

    private readonly Switch _spans = new("--spans", "When each method was first and last seen.");

    public CpuCommand()
        : base(TraceVerbs.Cpu, Summary, isOfPrograms: true, trees: TreeMeasure.Cpu)
    {
        Add(_by.Option);
        Add(_lines);
        Add(_spans);
        AddComparisons(_by.Option, AllProcessesOption);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom cpu slow.fathom", "own methods by all that they called, then the others by their own time"),
        new("fathom cpu perf.data --where process=MyApp --sort cpu_self_ns --top 20", "the methods with the most time of their own, in one program"),
        new("fathom cpu slow.fathom --tree", "who called what, from where threads begin; branches below 1 % in one line"),
        new("fathom cpu slow.fathom -o cpu.html", "a page for a browser: heat map of the time, flame graph and table"),
        new("fathom cpu slow.fathom --by tag", "what the time was spent on: JSON, locks, JIT, security software, …"),
        new("fathom cpu slow.fathom --by module", "which assembly or library, with all that it called, and whose it is"),
        new("fathom cpu slow.fathom --spans --where first_ns=5s..", "what began to run in the sixth second, and until when it did"),
        new("fathom cpu slow.fathom --lines Program.Main", "the source lines of one method, of a recording of fathom record"),
        new("fathom cpu slow.fathom --callers PriceService.GetPrice", "who calls a method, and who calls that"),
    ];

    public override string Remarks =>
        "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: perf record -a -g -k CLOCK_MONOTONIC -e cpu-clock -- sleep 10\n\n"
        + "With perf, run the program with DOTNET_PerfMapEnabled=3. libcoreclr.so!? stands for functions without symbols: fathom symbols perf.data --missing.";

    protected override string Content => "CPU time";

    protected override string Query => Cpu;

    protected override bool ShowsNames => true;

    protected override IEnumerable<string> Notes(TraceFacts facts, bool isEmpty, bool isWhole) =>
        TraceVerb.IsEvents(facts) && !isEmpty ? [SamplerNote] : base.Notes(facts, isEmpty, isWhole);

    protected override string? OtherRows(AskedSubjects asked) =>
        asked.Value(_lines) is not null ? _lines.Name
        : asked.Value(_by.Option) is not null ? _by.Option.Name
        : _spans.IsOn(asked.Parsed) ? _spans.Name
        : null;

    protected override string ContentFor(AskedSubjects asked) =>
        asked.Parsed.GetValue(_lines) is { } method ? $"CPU time of {method} by line"
        : _by.Other(asked.Parsed) is { } by ? $"{Content} by {by}"
        : _spans.IsOn(asked.Parsed) ? $"{Content}, first and last seen"
        : Content;

    protected override bool IsByTag(AskedSubjects asked) => _by.Other(asked.Parsed) == TagOptions.Word;

    protected override string QueryFor(AskedSubjects asked)
    {
        string? lines = asked.Parsed.GetValue(_lines) is null ? null : _lines.Name, spans = _spans.IsOn(asked.Parsed) ? _spans.Name : null;
        string? by = _by.Other(asked.Parsed) is { } word ? $"{_by.Option.Name} {word}" : null;
        if (new[] { lines, by, spans }.OfType<string>().ToArray() is [var one, var other, ..])
            throw FathomException.Usage($"'{one}' and '{other}' contradict each other.", "leave one of them out");
        return lines is not null ? MethodLines.Query : spans is not null ? Spans : _by.Query(asked.Parsed);
    }

    protected override SqlQuestion Bind(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        question.Query == MethodLines.Query && asked.Parsed.GetValue(_lines) is { } method
            ? MethodLines.Of(inquiry.Session, inquiry.Subjects[0], method, inquiry.Stop)
            : question;

    protected override IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry)
    {
        if (QueryFor(asked) != MethodLines.Query && !AsksAllProcesses(asked)
            && LeftOutText.OtherCpu(inquiry.Session.Run(SqlQuestion.About("time/other-cpu"), null, inquiry.Stop).Table) is { } others)
            yield return others;
    }

    // What the note looks at is asked for together with what is shown: the rows of a long recording take a while.
    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question)
    {
        if (question.Query == TagReport.Cpu)
            return TagReport.Answer(inquiry, question);
        if (question.Query is Modules or Spans)
            return inquiry.Result(question);
        if (question.Query != Query)
        {
            CommandResult lines = inquiry.Result(question);
            return lines with { Notes = NoteOf(MethodLines.Note(inquiry.Session.Run(question, inquiry.Request with { Columns = [], Limits = [] }, inquiry.Stop).Table)) };
        }

        IReadOnlyList<string> shown = inquiry.Request.Columns;
        RowRequest request = shown.Count == 0 ? inquiry.Request : inquiry.Request with { Columns = [.. shown.Union(CallerGaps.Columns)] };
        CommandResult all = inquiry.Result(inquiry.Session.Run(question, request, inquiry.Stop));
        ResultTable rows = all.Rows;
        if (all.Counts is not null && shown.Count > 0)
            rows = CallerGaps.Columns.Except(shown).Aggregate(rows, static (table, column) => table.Without(column));
        return all with { Rows = rows, Notes = NoteOf(CallerGaps.Note(all.Rows)) };
    }

    private static string[] NoteOf(string? note) => note is null ? [] : [note];
}
