using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers trend</c>: how a serializer changed over the versions of its package.</summary>
internal sealed class SerializersTrendCommand : MeasuredViewCommand
{
    public SerializersTrendCommand()
        : base("trend", "Time, size and allocations over the versions of a package.") =>
        Add(new SuitePlanOptions(this, cases: ["bookshelf"]));

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers trend --package Newtonsoft.Json=11.0.2,12.0.3,13.0.4", "three versions, oldest first"),
        new("fathom serializers trend --package Newtonsoft.Json=12.0.3,13.0.4 --case tweets,log -n 1000", "with other data"),
        new("fathom serializers trend monday.fathom --columns +deserialize_change_low,+deserialize_change_high", "with the bounds of the change"),
        new("fathom serializers trend monday.fathom --fail-if reading=slower", $"exit code {ExitText.LimitBroken} where a version reads slower than the one before"),
    ];

    public override string Remarks =>
        "Versions are in the order of NuGet. deserialize_change is what reading takes in times of the version before, from samples that take turns; reading says in a word whether\n"
        + "that can be told from chance: faster, slower, as before, or not known where there were too few processes. Each version is a program of its own, with that package only.";

    protected override ResultShape Shape => SerializerShapes.Versions;

    protected override void Require(SuitePlan plan)
    {
        if (plan.Packages.Count < 2)
            throw FathomException.Usage("A trend needs a package in two versions at least.", "fathom serializers trend --package Newtonsoft.Json=12.0.3,13.0.4");
    }

    protected override ResultTable Rows(SerializerReport report) => report.Versions(0);
}
