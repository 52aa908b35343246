using System.Collections.Immutable;
using System.Collections.ObjectModel;

namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnEdges
{
    public ImmutableArray<int> Marks { get; set; }

    public ImmutableList<string>? Names { get; set; }

    public ImmutableDictionary<string, int>? ById { get; set; }

    public ReadOnlyDictionary<string, OwnState>? States { get; set; }

    public IEnumerable<int> Numbers { get; set; } = [];

    public double Large { get; set; }

    public Int128 Wide { get; set; }

    public OwnNode? Node { get; set; }

    public static OwnEdges MakeExpression() => new() { Numbers = [1, 2, 3], Marks = [4] };

    public static OwnEdges MakeSequence() => new() { Numbers = Enumerable.Range(1, 3).Where(static one => one != 2) };

    public static OwnEdges MakeIterator() => new() { Numbers = Counted(), Wide = Int128.MaxValue };

    public static OwnEdges MakeDerived() => new() { Marks = [1], Node = new OwnLeaf { Colour = "red" } };

    private static IEnumerable<int> Counted()
    {
        yield return 1;
        yield return 2;
    }
}
