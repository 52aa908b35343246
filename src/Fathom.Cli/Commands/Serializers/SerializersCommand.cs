using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Render.Formats;
using Fathom.Render.Serializers;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers</c>: which serializer for which data.</summary>
internal sealed class SerializersCommand : SuiteCommand
{
    public const string Summary = "Compares serializers: correct, small, fast, quick to start, safe.";

    private readonly Option<string?> _layout = OptionCatalog.Value("--layout", "classic", "Writes the rows as the combined file of SerializerTests, for its pivot sheets.");
    private readonly Option<string?> _resume = OptionCatalog.Value("--resume", "RECORDING", "Continues a saved measurement that was interrupted: only what is missing is measured.");
    private readonly Switch _checks = new("--checks", "Also runs the checks of matrix, versions and hostile, so that the page shows them; takes minutes.");
    private readonly BaselineOptions _baseline;
    private readonly SuitePlanOptions _plan;
    private readonly ProfileOptions _profile;
    private readonly PageOptions _page;
    private readonly SuiteMeasurement _measurement;

    public SerializersCommand()
        : base("serializers", Summary, "measures")
    {
        _plan = new SuitePlanOptions(this);
        _page = new PageOptions(this, _layout);
        OwnTypeOptions own = new(this);
        _profile = new ProfileOptions(this);
        _measurement = new SuiteMeasurement(this, _plan, own, _profile, _checks);
        AddGroup("Question").Add(_checks);
        _baseline = new BaselineOptions(this);
        AddOutput(showsAll: true);
        AddSave();
        Kept.Add(_resume);
        AddLabel();
        Add(new SerializersListCommand());
        Add(new SerializersShowCommand());
        foreach (CheckView view in CheckView.All)
            Add(new SerializersCheckCommand(view));
        Add(new SerializersStartCommand());
        Add(new SerializersScalingCommand());
        Add(new SerializersThroughputCommand());
        Add(new SerializersDiffCommand());
        Add(new SerializersAcrossCommand());
        Add(new SerializersTrendCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers --quick", "an answer in about two minutes, as tables and as the page serializers.html"),
        new("fathom serializers --case bookshelf -n 1,100,10k --payload 0,1k", "one case at several sizes"),
        new("fathom serializers --case log --string-length 200 --non-ascii 50 --nulls 0", "data like yours: long texts, half of the characters beyond ASCII, no nulls"),
        new("fathom serializers --serializer 'System.Text*,Newtonsoft*' --lane stream,byte[]", "two libraries in two lanes"),
        new("fathom serializers --from-json order.json", "your own data: classes are made for the document first"),
        new("fathom serializers --own-type bin/Release/net10.0/Shop.dll!Shop.Order --json order.json", "your own class, with your own data"),
        new("fathom serializers --case bookshelf --precision 3%", "as many processes as it takes to know each ratio to 3 %"),
        new("fathom serializers --package Newtonsoft.Json=12.0.3,13.0.4 --case tweets", "two versions of a package side by side"),
        new("fathom serializers --adapters ~/my-adapter --case tweets", "your own adapter together with all others"),
        new("fathom serializers --save monday.fathom", "keeps every sample; fathom serializers monday.fathom shows them again"),
        new("fathom serializers --baseline monday.fathom --fail-if verdict=slower", "measures and compares; " + ExitText.EndsWhen("something is certainly slower")),
        new("fathom serializers --resume monday.fathom", "continues where it was interrupted"),
        new("fathom serializers --checks --page all.html", "the page with features, versions of a type and hostile input"),
        new("fathom serializers monday.fathom --page monday.html", "the page of a saved measurement"),
        new("fathom serializers monday.fathom --layout classic -o monday.csv", "for existing pivot sheets"),
        new("fathom serializers --profile --serializer 'System.Text.Json' --case tweets --methods", "where the time of two operations goes, by method"),
        new("fathom serializers --quick --columns +serialize_low_ns,+serialize_high_ns", "with the bounds of 95 % confidence"),
    ];

    public override string Details =>
        "Each serializer is a program of its own, built when it is first needed. Nothing is timed whose round trip was not correct in the same process.\n"
        + "A rank with = is a tie: compared round by round, they cannot be distinguished; ? is no rank, as the bounds are wider than the difference. A rank needs three processes each.\n"
        + "docs/serializers.md explains how everything is measured.";

    // The usual table is one per case, which has its own columns; those of the other formats are what options are about.
    public override ResultShape? ShapeOf(ParseResult parsed, CommandContext context)
    {
        ResultShape? shape = base.ShapeOf(parsed, context);
        return ReferenceEquals(shape?.Columns, SerializerShapes.Comparison.Columns) ? SerializerShapes.Comparison : shape;
    }

    protected override SuiteQuestion Ask(AskedSuite asked)
    {
        ParseResult parsed = asked.Parsed;
        if (_profile.IsAsked(parsed, [_layout, _resume, _checks, _baseline.Option, _page.Option, .. _plan.Repeats]))
            return new SuiteQuestion(_profile.Shape(parsed), (save, storage, run) => _measurement.ProfileAsync(parsed, save, storage, run), inquiry => _profile.Answer(inquiry, parsed));
        bool isClassic = OptionCatalog.IsClassic(parsed, _layout);
        SuiteRecording? baseline = _baseline.Open(parsed, _layout);
        try
        {
            Action<RecordingReader> page = _page.Read(asked, isQuick: asked.Path is null && _plan.IsQuick(parsed));
            return baseline is null ? Compared(asked, isClassic, page)
                : new SuiteQuestion(BaselineShapes.Diff, Measuring(asked), inquiry => BaselineOptions.Answer(inquiry, _baseline.IsSameMachine(parsed))) { Baseline = baseline, Afterwards = page };
        }
        catch
        {
            baseline?.Dispose();
            throw;
        }
    }

    private SuiteQuestion Compared(AskedSuite asked, bool isClassic, Action<RecordingReader> page)
    {
        // Columns that were chosen, and one unit for all, are for the usual table.
        bool isPerCase = !isClassic && asked.Request is { Columns: null, Target.Style.Unit: null } && asked.Request.Target.Format == OutputFormat.Table;
        ResultShape shape = isClassic ? new ResultShape(ClassicComparison.Columns) : isPerCase ? SerializerShapes.Comparison with { Hidden = [] } : SerializerShapes.Comparison;
        ResultTable? conclusions = null;
        return new SuiteQuestion(shape, Measuring(asked), inquiry =>
        {
            SerializerReport report = new(inquiry.Session, inquiry.Stop);
            ResultTable rows = isClassic ? new ClassicComparison(inquiry.Session, inquiry.Stop).Read(0) : RecordedNames.Choose(_plan.Read(asked.Parsed).Names, report.Comparison(0), asked.Path);
            IReadOnlyList<string> flips = isClassic ? [] : SerializerReport.Flips(rows);
            // A table ends with the sentences; JSON has them among its notes.
            if (isPerCase || (!isClassic && asked.Request.Target.Format.TellsAbout))
                conclusions = report.Conclusions(0, asked.Path is null ? null : _plan.Read(asked.Parsed).Names);
            IEnumerable<string> told = conclusions is not null && !isPerCase ? SerializerReport.Sentences(conclusions) : [];
            return inquiry.Result(rows) with { Notes = [.. report.Noise(0), .. report.OwnTypes(0), .. DialNotes.Of(report.Dials(0)), .. flips, .. told] };
        })
        {
            Text = isClassic ? static (table, to, _) => ClassicCsv.Write(table, to) : isPerCase ? WriteAll : null,
            Afterwards = page,
        };

        void WriteAll(ResultTable table, TextWriter to, TableStyle style)
        {
            ComparisonText.Write(table, to, style);
            if (conclusions is not null)
                ConclusionText.Write(conclusions, to, style);
        }
    }

    private Func<string?, RecordingOptions, SuiteRun, Task<SuiteRecording>> Measuring(AskedSuite asked) => (save, storage, run) => asked.Value(_resume) is { } earlier
        ? _measurement.ResumeAsync(asked.Parsed, earlier, save, storage, run)
        : _measurement.BeginAsync(asked.Parsed, save, storage, run);
}
