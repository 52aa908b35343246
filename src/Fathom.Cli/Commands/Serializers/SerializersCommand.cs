using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Render.Formats;
using Fathom.Render.Serializers;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Checks;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers</c>: which serializer for which data.</summary>
internal sealed class SerializersCommand : FathomCommand
{
    public const string Summary = "Compares serializers: correct, small, fast, quick to start, safe.";

    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, measures now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly Option<string?> _layout = OptionCatalog.Value("--layout", "classic", "Writes the rows as the combined file of SerializerTests, for its pivot sheets.");
    private readonly Option<string?> _resume = OptionCatalog.Value("--resume", "RECORDING", "Goes on with a saved measurement that was interrupted: only what is missing is measured.");
    private readonly Switch _checks = new("--checks", "Also makes the checks of matrix, versions and hostile, so that the page shows them; takes minutes.");
    private readonly BaselineOptions _baseline;
    private readonly SuitePlanOptions _plan;
    private readonly ProfileOptions _profile;
    private readonly PageOptions _page;
    private readonly OwnTypeOptions _own;
    private readonly OutputOptions _output;

    public SerializersCommand()
        : base("serializers", Summary)
    {
        Add(_recording);
        _plan = new SuitePlanOptions(this);
        _page = new PageOptions(this);
        _own = new OwnTypeOptions(this);
        _profile = new ProfileOptions(this);
        Add(_checks);
        Add(_layout);
        _baseline = new BaselineOptions(this);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append) { TopByDefault = null };
        Add(_save);
        Add(_resume);
        Add(_label);
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
        new("fathom serializers --case log --string-length 200 --non-ascii 50 --nulls 0", "data like yours: long texts, half of it beyond ASCII, no nulls"),
        new("fathom serializers --serializer 'System.Text.Json*,Newtonsoft*' --lane stream,byte[]", "two libraries in two lanes"),
        new("fathom serializers --own-type bin/Release/net10.0/Shop.dll!Shop.Order --json order.json", "your own class, with your own data"),
        new("fathom serializers --from-json order.json", "classes are made for the document first"),
        new("fathom serializers --case bookshelf --precision 3%", "as many processes as it takes to know each ratio to 3 %"),
        new("fathom serializers --package Newtonsoft.Json=12.0.3,13.0.4 --case tweets", "two versions of a package side by side"),
        new("fathom serializers --adapters ~/my-adapter --case tweets", "an adapter of yours beside all others"),
        new("fathom serializers --save monday.fathom", "keeps every sample; fathom serializers monday.fathom shows them again"),
        new("fathom serializers --baseline monday.fathom --fail-if verdict=slower", "measures and compares; " + ExitText.EndsWhen("something is certainly slower")),
        new("fathom serializers --resume monday.fathom", "goes on where it was interrupted"),
        new("fathom serializers --checks --page all.html", "the page with features, versions of a type and hostile input"),
        new("fathom serializers monday.fathom --page monday.html", "the page of what was saved"),
        new("fathom serializers monday.fathom --layout classic -o monday.csv", "for existing pivot sheets"),
        new("fathom serializers --profile --serializer 'System.Text.Json' --case tweets --methods", "where the time of two operations goes, by method"),
        new("fathom serializers --quick --columns +serialize_low_ns,+serialize_high_ns", "with the bounds of 95 % confidence"),
    ];

    public override string Remarks =>
        "Each serializer is a program of its own, built when it is first needed. Nothing is timed that did not come back whole in the same process.\n"
        + "A rank with = is a tie: round by round, they cannot be told apart; ? is no rank, as the bounds are wider than what differs. A rank takes three processes each.\n"
        + "docs/serializers.md says how everything is measured.";

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        if (_profile.IsAsked(parsed, [_layout, _resume, _checks, _baseline.Option, _page.Option, .. _plan.Repeats]))
            return await ProfileAsync(parsed, context).ConfigureAwait(false);
        bool isClassic = OptionCatalog.IsClassic(parsed, _layout);
        using SuiteRecording? baseline = _baseline.Open(parsed, _layout);
        OutputRequest request = _output.Read(parsed, context);
        // Columns that were chosen, and one unit for all, are for the usual table.
        bool isPerCase = !isClassic && baseline is null && request is { Columns: null, Target.Style.Unit: null } && request.Target.Format == OutputFormat.Table;
        OutputPlan output = request.Bind(baseline is not null ? BaselineShapes.Diff : isClassic ? new ResultShape(ClassicComparison.Columns) : isPerCase ? SerializerShapes.Comparison with { Hidden = [] } : SerializerShapes.Comparison);
        string? path = parsed.GetValue(_recording);
        Action<QuerySession, RecordingReader, CommandContext> page = _page.Read(parsed, isQuick: path is null && _plan.IsQuick(parsed), request.Target.Force);
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : parsed.GetValue(_resume) is { } earlier
            ? await ResumeAsync(parsed, earlier, request, context).ConfigureAwait(false)
            : await BeginAsync(parsed, request, context).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        if (baseline is not null)
        {
            ExitCode judged = output.Publish(BaselineOptions.Answer("serializers", [.. path is null ? [] : (string[])[path]], baseline, recording, _baseline.IsSameMachine(parsed), context.Stop));
            page(session, recording.Reader, context);
            return judged;
        }

        SerializerReport report = new(session, context.Stop);
        ResultTable rows = isClassic ? new ClassicComparison(session, context.Stop).Read(0) : RecordedNames.Choose(_plan.Read(parsed), report.Comparison(0), path);
        IReadOnlyList<string> flips = isClassic ? [] : SerializerReport.Flips(rows);
        CommandResult answer = new("serializers", path is null ? [] : [path], rows) { Missing = recording.Missing, Notes = [.. session.Notices, .. report.Noise(0), .. report.OwnTypes(0), .. DialNotes.Of(report.Dials(0)), .. flips] };
        ExitCode code = output.Publish(answer, isClassic ? static (table, to, _) => ClassicCsv.Write(table, to) : isPerCase ? ComparisonText.Write : null);
        page(session, recording.Reader, context);
        return code;
    }

    private async Task<ExitCode> ProfileAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = _profile.Bind(parsed, request);
        string? path = parsed.GetValue(_recording);
        using OwnCase own = path is null ? await ReadOwnAsync(parsed, context).ConfigureAwait(false) : new OwnCase(null, null);
        bool hasCases = _plan.HasCases(parsed);
        SuitePlan plan = own.AddTo(ProfileOptions.AddTo(_plan.Read(parsed), _plan.IsQuick(parsed), hasCases), hasCases);
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteCapture.MeasureAsync(plan, parsed.GetValue(_save), Storage(parsed, request, context), SuiteRuns.Of(context)).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        return output.Publish(_profile.Answer(parsed, session, path, context.Stop) with { Missing = recording.Missing });
    }

    // Not streaming: it takes as long as all else together.
    private static CheckLane[] Checks() => [.. CheckView.All.Where(static view => view.Lane != "streaming").SelectMany(static view => view.Create(new CheckPlan()))];

    private async Task<SuiteRecording> BeginAsync(ParseResult parsed, OutputRequest request, CommandContext context)
    {
        using OwnCase own = await ReadOwnAsync(parsed, context).ConfigureAwait(false);
        RecordingOptions options = Storage(parsed, request, context);
        return await SuiteCapture.MeasureAsync(PlanOf(parsed, own), parsed.GetValue(_save), options, SuiteRuns.Of(context), _checks.IsOn(parsed) ? Checks() : []).ConfigureAwait(false);
    }

    // What is wrong with the plan is said before classes are made for a document.
    private Task<OwnCase> ReadOwnAsync(ParseResult parsed, CommandContext context) => _own.ReadAsync(parsed, _plan.Dials(parsed), _plan.Read(parsed).Targets, context.Stop);

    private SuitePlan PlanOf(ParseResult parsed, OwnCase own) => own.AddTo(_plan.Read(parsed), keepCases: _plan.HasCases(parsed));

    // The plan is the one of the command line that began it, with its data; a plan of two halves would be none.
    private async Task<SuiteRecording> ResumeAsync(ParseResult parsed, string path, OutputRequest request, CommandContext context)
    {
        if (parsed.GetValue(_save) is not null || _checks.IsOn(parsed) || _plan.IsAnyGiven(parsed) || _own.IsAnyGiven(parsed))
            throw FathomException.Usage("'--resume' goes on with the plan that was begun, in the same recording.", $"fathom serializers --resume {path}");
        using EarlierMeasurement earlier = EarlierCommand.Open(path, context.Stop);
        ParseResult begun = EarlierCommand.Parse(earlier.Reader, this);
        if (_profile.IsAsked(begun))
            throw FathomException.Target($"'{path}' holds a profile, and that is not gone on with.", "profile anew: fathom serializers --profile --save OTHER.fathom");
        // Growth and trends are measured in the same way, with other cases where none were named.
        MeasuredViewCommand? view = begun.CommandResult.Command as MeasuredViewCommand;
        if (view is null && begun.CommandResult.Command != this)
            throw FathomException.Target($"'{path}' was made by 'fathom serializers {begun.CommandResult.Command.Name}', which begins anew each time.", $"fathom serializers {begun.CommandResult.Command.Name}");
        using OwnCase own = view is null ? await ReadOwnAsync(begun, context).ConfigureAwait(false) : new OwnCase(null, null);
        SuitePlan plan = view?.PlanOf(begun) ?? PlanOf(begun, own);
        earlier.RequireSame(plan);
        RecordingOptions options = Storage(parsed, request, context) with { Command = earlier.Reader.Manifest.Command, Replace = true };
        return await SuiteCapture.ResumeAsync(plan, path, options, SuiteRuns.Of(context), earlier, view is null && _checks.IsOn(begun) ? Checks() : []).ConfigureAwait(false);
    }

    private RecordingOptions Storage(ParseResult parsed, OutputRequest request, CommandContext context) =>
        new(CommandText.Of(parsed))
        {
            Labels = KeyValues.Read(parsed, _label),
            Replace = request.Target.Force,
            Time = context.Time,
        };
}
