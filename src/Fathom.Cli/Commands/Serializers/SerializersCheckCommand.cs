using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Checks;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The views of checks: <c>fathom serializers matrix</c>, <c>versions</c>, <c>hostile</c> and <c>streaming</c>.</summary>
internal sealed class SerializersCheckCommand : SuiteCommand
{
    private const int LargestMegabytes = 2000;

    private readonly CheckView _view;
    private readonly SerializerChoice _choice;
    private readonly Switch _all = new("--all", "Lists what is ok too.");
    private readonly Option<string?> _megabytes = OptionCatalog.Value("--megabytes", "N", "Size of the input; 200 by default.");

    public SerializersCheckCommand(CheckView view)
        : base(view.Verb, view.Summary, "checks")
    {
        _view = view;
        _choice = new SerializerChoice(this);
        if (view.LeavesOutOk)
            Add(_all);
        if (TakesSize)
            Add(_megabytes);
        AddOutput();
        AddSave();
    }

    public override IReadOnlyList<Example> Examples => _view.Examples;

    public override string Remarks => _view.Remarks;

    private bool TakesSize => _view.Lane == "streaming";

    protected override SuiteQuestion Ask(AskedSuite asked)
    {
        CheckPlan checks = new() { StreamBytes = 1_000_000L * NumberText.Parse("--megabytes", TakesSize ? asked.Value(_megabytes) : null, 1, LargestMegabytes, 200) };
        SuitePlan plan = _choice.AddTo(new SuitePlan(), asked.Parsed);
        bool listsOk = !_view.LeavesOutOk || asked.Has(_all);
        return new SuiteQuestion(_view.Shape, (save, storage, run) => SuiteCapture.MeasureAsync(plan, save, storage, run, [.. _view.Create(checks)]), inquiry =>
        {
            SerializerReport report = new(inquiry.Session, inquiry.Stop);
            ResultTable tried = RecordedNames.Choose(plan.Names, report.Checks(0, _view.Lane, all: true), asked.Path);
            int outcome = tried.IndexOf("outcome");
            ResultTable table = listsOk ? tried : tried with { Rows = [.. tried.Rows.Where(row => row[outcome].Text != "ok")] };
            return inquiry.Result(table) with { Notes = [.. Notes(table.Rows.Count, tried.Rows.Count)] };
        });
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
