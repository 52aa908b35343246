namespace Fathom.Model.Graph.Retention;

/// <summary>The types that a chain goes through from one link to the next: of the links themselves, and of what stands between two of them.</summary>
/// <param name="graph">The objects.</param>
/// <param name="link">Type of the links.</param>
/// <param name="between">Types between two links.</param>
internal sealed class ChainLinks(ObjectGraph graph, uint link, params uint[] between)
{
    /// <summary>Types that may stand between two links: a node and its wrapper, and so on.</summary>
    public const int MostBetween = 3;

    /// <summary>Links that make a chain. A bucket of a hash table is shorter, and what leads to a leaf of a balanced tree is wider.</summary>
    public const int LeastLength = 16;

    // One way on, and one way back; in both directions, where the start is in the middle; and what else a link may refer to, such as the first one.
    private const int MaxWidth = 4;

    // Links have few fields; a long array is none.
    private const int MostReferences = 64;

    /// <summary>Type of the links.</summary>
    public uint Link => link;

    /// <summary>Whether an object of a type is part of a chain.</summary>
    public bool Has(uint type) => type == link || Array.IndexOf(between, type) >= 0;

    /// <summary>Whether an object refers to one of its own type.</summary>
    public static bool LeadsToItsKind(ObjectGraph graph, uint number)
    {
        uint type = graph.TypeOf(number);
        ReadOnlySpan<uint> targets = graph.ReferencesOf(number);
        foreach (uint target in targets[..Math.Min(MostReferences, targets.Length)])
        {
            if (target != number && graph.TypeOf(target) == type)
                return true;
        }

        return false;
    }

    /// <summary>Whether a chain goes on from an object: far and narrow.</summary>
    public bool GoOnFrom(uint start)
    {
        int steps = LeastLength * (between.Length + 1), width = MaxWidth * (between.Length + 1);
        HashSet<uint> met = [start];
        List<uint> level = [start];
        for (int step = 1; step < steps; step++)
        {
            List<uint> next = [];
            foreach (uint number in level)
            {
                ReadOnlySpan<uint> targets = graph.ReferencesOf(number);
                foreach (uint target in targets[..Math.Min(MostReferences, targets.Length)])
                {
                    if (Has(graph.TypeOf(target)) && met.Add(target))
                        next.Add(target);
                }
            }

            if (next.Count == 0 || next.Count > width)
                return false;
            level = next;
        }

        return true;
    }
}
