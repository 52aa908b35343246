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
using Fathom.Query.Questions;
using Fathom.Render.Orphans;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Memory;

/// <summary><c>fathom orphans</c>: where the memory of the machine is, and which of it is in no process.</summary>
internal sealed class OrphansCommand : SubjectCommand
{
    public const string Summary = "Where the memory of the machine is, and which of it is in no process.";

    private readonly Switch _balance = new("--balance", "Shows the parts of the machine's memory in detail: dirty pages, swap and zram by device, pools of huge pages.");
    private readonly Switch _cache = new("--cache", "Shows the page cache by file, for files that a process has open or mapped.");
    private readonly MomentOptions _moment;

    public OrphansCommand()
        : base("orphans", Summary, Subject("A recording that was saved; without one, this machine now.", "recording", mayBeLeftOut: true))
    {
        Add(_balance);
        Add(_cache);
        AddOutput(OutputFeatures.All);
        Source = new SourceOptions(this, saves: true, anyProcess: true, asksRuntime: false);
        _moment = new MomentOptions(this, Source);
        Add(new OrphansDiffCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom orphans", "the balance of this machine, and who holds memory that no process shows; run it as root to see all"),
        new("fathom orphans --where size_bytes=10MiB.. --columns +evidence", "the large cases and where each was found"),
        new("fathom orphans --cache", "which files fill the page cache"),
        new("fathom orphans --balance", "the balance in detail"),
        new("fathom orphans --save now.fathom", "saves the snapshot; fathom orphans now.fathom shows it again"),
        new("fathom orphans -o machine.csv --append", "adds a snapshot to a CSV file"),
        new("fathom orphans --fail-if total.size_bytes=1GiB..", ExitText.EndsWhen("1 GiB or more is found; unaccounted.size_bytes=… judges the rest")),
    ];

    public override string Remarks =>
        "fathom lost is another name for it. Nothing is stopped or changed and no content is read: descriptors are queried for their size, files are listed.\n"
        + "The parts of the balance add up to MemTotal. docs/orphans.md explains each part and kind and how it is found.";

    protected override bool TakesMachine => true;

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        OrphanView view = View(asked);
        GivenMoment moment = _moment.Read(asked.Parsed);
        SqlQuestion question = SqlQuestion.About(view switch
        {
            OrphanView.Balance => "orphans/balance",
            OrphanView.Cache => "orphans/cache",
            _ => "orphans/cases",
        });
        return new SubjectQuestion(question.Shape, SubjectReader.Machine, inquiry =>
        {
            OrphanReport report = new(inquiry.Session, inquiry.Stop);
            MachineFacts facts = report.Facts(0);
            ResultTable totals = report.Totals(0);
            return inquiry.Result(inquiry.Session.Run(question, inquiry.Request, inquiry.Stop)) with
            {
                Header = view switch
                {
                    OrphanView.Balance => OrphanHeader.OfBalance(facts),
                    OrphanView.Cache => OrphanHeader.OfCache(facts),
                    _ => OrphanHeader.OfCases(facts, totals.Rows.First(row => row[0].Text == "total")[1].Integer),
                },
                Totals = view == OrphanView.Cases ? totals : null,
                TotalsLead = true,
                Losses = inquiry.Losses,
                Notes = [.. OrphanHeader.Differences(facts)],
                Trend = facts.ToTrend(moment.Utc, moment.ContextOf(inquiry.Session.Recordings[0])),
            };
        });
    }

    // What is neither a file nor a process is no name of either: most likely a view that there is not.
    protected override Subject[] Find(ParseResult parsed, string[] words)
    {
        try
        {
            return base.Find(parsed, words);
        }
        catch (FathomException) when (words is [var word] && word.IndexOfAny(['/', ':', '.']) < 0 && !word.All(char.IsAsciiDigit) && !Path.Exists(word))
        {
            throw FathomException.Usage(
                $"'{word}' is not a recording, and 'fathom orphans' is about the whole machine.",
                "fathom orphans reads this machine; fathom orphans NAME.fathom shows a saved recording");
        }
    }

    private OrphanView View(Asked asked) => (asked.Has(_balance), asked.Has(_cache)) switch
    {
        (true, true) => throw FathomException.Usage("'--balance' and '--cache' give different results; choose one per run.", "choose one of them"),
        (true, false) => OrphanView.Balance,
        (false, true) => OrphanView.Cache,
        _ => OrphanView.Cases,
    };
}
