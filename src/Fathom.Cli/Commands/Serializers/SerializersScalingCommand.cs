using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers scaling</c>: how time and size grow with the number of objects.</summary>
internal sealed class SerializersScalingCommand : MeasuredViewCommand
{
    public SerializersScalingCommand()
        : base("scaling", "How time and size grow with the number of objects.") =>
        Add(new SuitePlanOptions(this, counts: [100, 1000, 10_000, 100_000], cases: ["bookshelf"]), showsAll: false);

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers scaling", "books from 100 to 100,000"),
        new("fathom serializers scaling --serializer BinaryFormatter -n 1k,10k,100k,1M", "one of them up to a million"),
        new("fathom serializers scaling --case tweets --nesting 20", "texts that hold texts, up to twenty deep"),
        new("fathom serializers scaling --where superlinear=true", "those whose time grows faster than the number of objects"),
        new("fathom serializers scaling monday.fathom --columns +fixed_bytes,+last_exponent", "the header apart from the objects; the growth between the two largest sizes"),
    ];

    public override string Remarks =>
        "It shows the exponent, what each object adds, and where it fails.\n"
        + "exponent is the slope of a line through the logarithms of size and time; above 1.1 it is superlinear. tenfold_ns is what ten times the largest size would take,\n"
        + "by the two largest. A size that would take longer than a request may is not tried: its result says what is to be expected.";

    protected override ResultShape Shape => SerializerShapes.Scaling;

    protected override ResultTable Rows(SerializerReport report) => report.Scaling(0);
}
