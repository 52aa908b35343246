using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Orphans;
using Fathom.Model.Results;
using Fathom.Query.Orphans;
using Fathom.Query.Sessions;
using Fathom.Render.Orphans;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Memory;

/// <summary><c>fathom orphans</c>: where the memory of the machine is, and which of it is in no process.</summary>
internal sealed class OrphansCommand : FathomCommand
{
    public const string Summary = "Where the memory of the machine is, and which of it is in no process.";

    private readonly Argument<string?> _subject = new("recording") { Description = "A recording that was saved; without one, this machine now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Switch _balance = new("--balance", "Answers with the parts of the machine's memory in detail: dirty pages, swap and zram by device, pools of huge pages.");
    private readonly Switch _cache = new("--cache", "Answers with the page cache by file, for files that a process has open or mapped.");
    private readonly MomentOptions _moment;
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public OrphansCommand()
        : base("orphans", Summary)
    {
        Add(_subject);
        Add(_balance);
        Add(_cache);
        _output = new OutputOptions(this, OutputFeatures.All);
        _source = new SourceOptions(this, saves: true, anyProcess: true, asksRuntime: false);
        _moment = new MomentOptions(this, _source);
        Add(new OrphansDiffCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom orphans", "the balance of this machine, and who holds memory that no process shows; run it as root to see all"),
        new("fathom orphans --where size_bytes=10MiB.. --columns +evidence", "the large cases and where each was found"),
        new("fathom orphans --cache", "which files fill the page cache"),
        new("fathom orphans --balance", "the balance in detail"),
        new("fathom orphans --save now.fathom", "keeps the look; fathom orphans now.fathom shows it again"),
        new("fathom orphans -o machine.csv --append", "adds a moment to a CSV file"),
        new("fathom orphans --fail-if total.size_bytes=1GiB..", ExitText.EndsWhen("1 GiB or more is found; unaccounted.size_bytes=… judges the rest")),
    ];

    public override string Remarks =>
        "fathom lost is another name for it. Nothing is stopped, read or changed: descriptors are asked for their size, files are listed.\n"
        + "The parts of the balance add up to MemTotal. docs/orphans.md says what each part and kind is and how it is found.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OrphanView view = View(parsed);
        GivenMoment moment = _moment.Read(parsed);
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(OrphanShapes.Of(view));
        using SubjectRecording recording = Open(parsed, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        OrphanReport report = new(session, context.Stop);
        MachineFacts facts = report.Facts(0);
        ResultTable totals = report.Totals(0);
        return new(plan.Publish(new CommandResult("orphans", parsed.GetValue(_subject) is { } subject ? [subject] : [], report.Rows(0, view, plan.Request))
        {
            Header = view switch
            {
                OrphanView.Balance => OrphanHeader.OfBalance(facts),
                OrphanView.Cache => OrphanHeader.OfCache(facts),
                _ => OrphanHeader.OfCases(facts, totals.Rows.First(row => row[0].Text == "total")[1].Integer),
            },
            Totals = view == OrphanView.Cases ? totals : null,
            TotalsLead = true,
            Losses = report.Losses(0),
            Notes = [.. session.Notices, .. OrphanHeader.Differences(facts)],
            Trend = facts.ToTrend(moment.Utc, moment.ContextOf(recording)),
        }));
    }

    // What is neither a file nor a process is no name of either: most likely a view that there is not.
    private Subject Resolve(ParseResult parsed, string word)
    {
        try
        {
            return _source.Resolve(parsed, word)[0];
        }
        catch (FathomException) when (word.IndexOfAny(['/', ':', '.']) < 0 && !word.All(char.IsAsciiDigit) && !Path.Exists(word))
        {
            throw FathomException.Usage($"'{word}' is no recording, and 'fathom orphans' is about the whole machine.", "fathom orphans asks this machine; fathom orphans NAME.fathom shows one that was saved");
        }
    }

    private SubjectRecording Open(ParseResult parsed, bool force, CommandContext context) => parsed.GetValue(_subject) is { } subject
        ? _source.Open(parsed, Resolve(parsed, subject), SubjectReader.Machine, force, context)
        : _source.OpenMachine(parsed, force, context);

    private OrphanView View(ParseResult parsed) => (_balance.IsOn(parsed), _cache.IsOn(parsed)) switch
    {
        (true, true) => throw FathomException.Usage("'--balance' and '--cache' are different answers; one run gives one.", "choose one of them"),
        (true, false) => OrphanView.Balance,
        (false, true) => OrphanView.Cache,
        _ => OrphanView.Cases,
    };
}
