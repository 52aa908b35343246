using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Serializers;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom serializers trend</c>: how a serializer changed over the versions of its package.</summary>
internal sealed class SerializersTrendCommand : FathomCommand
{
    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, measures now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly SuitePlanOptions _plan;
    private readonly OutputOptions _output;

    public SerializersTrendCommand()
        : base("trend", "Time, size and allocations over the versions of a package, which are measured side by side.")
    {
        Add(_recording);
        _plan = new SuitePlanOptions(this, cases: ["bookshelf"]);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append) { TopByDefault = null };
        Add(_save);
        Add(_label);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers trend --package Newtonsoft.Json=11.0.2,12.0.3,13.0.4", "three versions, oldest first"),
        new("fathom serializers trend --package Newtonsoft.Json=12.0.3,13.0.4 --case tweets,log -n 1000", "with other data"),
        new("fathom serializers trend monday.fathom --columns +deserialize_change_low,+deserialize_change_high", "with the bounds of the change"),
        new("fathom serializers trend monday.fathom --fail-if reading=slower", "exit code 10 where a version reads slower than the one before"),
    ];

    public override string Remarks =>
        "Versions are in the order of NuGet. deserialize_change is what reading takes in times of the version before, from samples that take turns; reading says in a word whether\n"
        + "that can be told from chance: faster, slower, as before, or not known where there were too few processes. Each version is a program of its own, with that package only.";

    /// <summary>The plan of a command line.</summary>
    public SuitePlan PlanOf(ParseResult parsed) => _plan.Read(parsed);

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        SuitePlan plan = PlanOf(parsed);
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = request.Bind(SerializerShapes.Versions);
        string? path = parsed.GetValue(_recording);
        if (path is null && plan.Packages.Count < 2)
            throw FathomException.Usage("A trend needs a package in two versions at least.", "fathom serializers trend --package Newtonsoft.Json=12.0.3,13.0.4");
        RecordingOptions storage = new(CommandText.Of(parsed))
        {
            Labels = KeyValues.Read(parsed, _label),
            Replace = request.Target.Force,
            Time = context.Time,
        };
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteRecording.MeasureAsync(plan, parsed.GetValue(_save), storage, context).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        SerializerReport report = new(session, context.Stop);
        return output.Publish(new CommandResult("serializers trend", path is null ? [] : [path], RecordedNames.Choose(plan, report.Versions(0), path)) { Missing = recording.Missing, Notes = [.. session.Notices, .. DialNotes.Of(report.Dials(0))] });
    }
}
