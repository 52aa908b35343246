namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnOrder
{
    public string Customer { get; set; } = "";

    public int? Priority { get; set; }

    public decimal Total { get; set; }

    public DateTime Placed { get; set; }

    public OwnState State { get; set; }

    public List<OwnLine> Lines { get; set; } = [];

    public Dictionary<string, int> Stock { get; set; } = [];

#pragma warning disable CA1051 // Users have public fields.
    public string? note;
#pragma warning restore CA1051

    // Not data: no setter and no field of its own.
    public int LineCount => Lines.Count;

    public static OwnOrder Make() => new() { Customer = "c", Total = 1.50m, Lines = { new OwnLine("a", 2) } };

    public static List<OwnOrder> MakeMany() => [Make(), Make()];

    public static OwnOrder MakeNothing() => null!;

    public static OwnOrder MakeTrouble() => throw new InvalidOperationException("no data base");

    public static string MakeText() => "";
}
