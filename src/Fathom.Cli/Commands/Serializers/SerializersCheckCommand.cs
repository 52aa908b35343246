using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Checks;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The views of checks: <c>fathom serializers matrix</c>, <c>versions</c>, <c>hostile</c> and <c>streaming</c>.</summary>
internal sealed class SerializersCheckCommand : FathomCommand
{
    private const int LargestMegabytes = 2000;

    private readonly CheckView _view;
    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, checks now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly SerializerChoice _choice;
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Switch _all = new("--all", "Lists what is ok too.");
    private readonly Option<string?> _megabytes = OptionCatalog.Value("--megabytes", "N", "Size of the input; 200 by default.");
    private readonly OutputOptions _output;

    public SerializersCheckCommand(CheckView view)
        : base(view.Verb, view.Summary)
    {
        _view = view;
        Add(_recording);
        _choice = new SerializerChoice(this);
        if (view.LeavesOutOk)
            Add(_all);
        if (TakesSize)
            Add(_megabytes);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        Add(_save);
    }

    public override IReadOnlyList<Example> Examples => _view.Examples;

    public override string Remarks => _view.Remarks;

    private bool TakesSize => _view.Lane == "streaming";

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = request.Bind(_view.Shape);
        CheckPlan checks = new() { StreamBytes = 1_000_000L * NumberText.Parse("--megabytes", TakesSize ? parsed.GetValue(_megabytes) : null, 1, LargestMegabytes, 200) };
        string? path = parsed.GetValue(_recording);
        SuitePlan plan = _choice.AddTo(new SuitePlan(), parsed);
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteCapture.MeasureAsync(
                plan, parsed.GetValue(_save), new RecordingOptions(CommandText.Of(parsed)) { Time = context.Time, Replace = request.Target.Force }, SuiteRuns.Of(context),
                [.. _view.Create(checks)]).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        SerializerReport report = new(session, context.Stop);
        ResultTable tried = RecordedNames.Choose(plan, report.Checks(0, _view.Lane, all: true), path);
        int outcome = tried.IndexOf("outcome");
        ResultTable table = _view.LeavesOutOk && !_all.IsOn(parsed) ? tried with { Rows = [.. tried.Rows.Where(row => row[outcome].Text != "ok")] } : tried;
        return output.Publish(new CommandResult($"serializers {_view.Verb}", path is null ? [] : [path], table) { Missing = recording.Missing, Notes = [.. session.Notices, .. Notes(table.Rows.Count, tried.Rows.Count)] });
    }

    private IEnumerable<string> Notes(int shown, int tried)
    {
        if (tried == 0)
            yield return $"No serializer was checked: 'fathom serializers {_view.Verb}' without a recording does it.";
        // A view that leaves out what is well says how much that was.
        else if (tried != shown)
            yield return string.Create(CultureInfo.InvariantCulture, $"{tried - shown} of {tried} are ok and not listed; --all lists them.");
    }
}
