using System.Runtime.InteropServices;

namespace Fathom.Model.Graph.Retention;

/// <summary>
/// Who outside of the heap keeps how much alive. Nothing but the roots dominates an object that a root holds, so what such objects retain has nothing in
/// common: each counts for the most telling of its holders. What no single object dominates and no root holds is kept by several together.
/// </summary>
public static class RootHolders
{
    /// <summary>The holders, those that keep the most first. Their bytes are those of all objects that are alive.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static IReadOnlyList<RootHolder> Of(DominatorTree tree, CancellationToken stop = default)
    {
        Dictionary<uint, (GraphRoot Root, bool IsShared)> held = Held(tree.Graph.Roots);
        uint[] counts = Counts(tree, stop);
        Dictionary<(RootKind?, string?), (RootHolder Sum, long Most)> sums = [];
        for (uint place = 1; place <= tree.Count; place++)
        {
            if (tree.DominatorOf(place) != 0)
                continue;
            uint number = tree.ObjectAt(place);
            bool isHeld = held.TryGetValue(number, out (GraphRoot Root, bool IsShared) by);
            (RootKind?, string?) key = isHeld ? (by.Root.Kind, by.Root.Holder) : (null, null);
            ref (RootHolder Sum, long Most) sum = ref CollectionsMarshal.GetValueRefOrAddDefault(sums, key, out _);
            long bytes = tree.RetainedBytes(place);
            sum.Sum = new RootHolder(
                key.Item1, key.Item2, bytes > sum.Most ? number : sum.Sum.Object, sum.Sum.Count + 1, sum.Sum.SharedCount + (by.IsShared ? 1 : 0),
                sum.Sum.RetainedCount + counts[place], sum.Sum.RetainedBytes + bytes);
            sum.Most = Math.Max(sum.Most, bytes);
        }

        tree.Graph.Work.Give(counts);
        return [.. sums.Values.Select(static one => one.Sum).OrderByDescending(static one => one.RetainedBytes)
            .ThenBy(static one => one.Kind).ThenBy(static one => one.Holder, StringComparer.Ordinal)];
    }

    // Kinds are declared with the most telling first, but for what only puts off an end; of the same kind, the first name in the alphabet is as good as another.
    private static Dictionary<uint, (GraphRoot Root, bool IsShared)> Held(IReadOnlyList<GraphRoot> roots)
    {
        Dictionary<uint, (GraphRoot Root, bool IsShared)> held = [];
        foreach (GraphRoot root in roots)
        {
            ref (GraphRoot Root, bool IsShared) known = ref CollectionsMarshal.GetValueRefOrAddDefault(held, root.Object, out bool isKnown);
            bool isOther = isKnown && !root.Kind.PutsOff() && !known.Root.Kind.PutsOff() && (root.Kind, root.Holder) != (known.Root.Kind, known.Root.Holder);
            known = (!isKnown || IsMoreTelling(root, known.Root) ? root : known.Root, known.IsShared || isOther);
        }

        return held;
    }

    private static bool IsMoreTelling(GraphRoot one, GraphRoot other) =>
        one.Kind.PutsOff() != other.Kind.PutsOff() ? other.Kind.PutsOff()
        : one.Kind != other.Kind ? one.Kind < other.Kind : string.CompareOrdinal(one.Holder, other.Holder) < 0;

    // A dominator has a smaller place than what it dominates.
    private static uint[] Counts(DominatorTree tree, CancellationToken stop)
    {
        const uint CheckEvery = 1 << 20;

        uint[] counts = tree.Graph.Work.TakeCleared();
        for (uint place = tree.Count; place > 0; place--)
        {
            if (place % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            counts[place]++;
            if (tree.DominatorOf(place) is var above and not 0)
                counts[above] += counts[place];
        }

        return counts;
    }
}
