using System.Runtime.InteropServices;

namespace Fathom.Model.Graph.Paths;

/// <summary>
/// The shapes of paths, as a tree: a root's kind and holder, then the types of the objects on the way. Paths that differ only in the objects have one
/// shape, and so have those that differ only in how often they go round, such as through the nodes of a linked list.
/// </summary>
/// <param name="most">Shapes that are told apart at most; further ones are <see cref="Overflow"/>.</param>
public sealed class PathShapes(int most)
{
    /// <summary>The shape of paths that do not fit in.</summary>
    public const uint Overflow = 0;

    // Types that come round again: a node and the next one, a node and its wrapper, and so on.
    private const int LongestRound = 4;

    private readonly List<Shape> _shapes = [default];
    private readonly Dictionary<(RootKind Kind, string? Holder), uint> _roots = [];
    private readonly Dictionary<(uint Before, uint Type, bool IsDependent), uint> _next = [];

    /// <summary>The shape of a root alone.</summary>
    public uint OfRoot(RootKind kind, string? holder)
    {
        ref uint shape = ref CollectionsMarshal.GetValueRefOrAddDefault(_roots, (kind, holder), out bool known);
        if (!known)
            shape = Add(new Shape(Overflow, 0, kind, holder));
        return shape;
    }

    /// <summary>The shape of a path that goes on to an object of a type.</summary>
    /// <param name="before">The shape so far.</param>
    /// <param name="type">Index of the type.</param>
    /// <param name="isDependent">Whether the reference between them is that of a dependent handle.</param>
    public uint Then(uint before, uint type, bool isDependent = false)
    {
        if (before == Overflow)
            return Overflow;
        if (_next.TryGetValue((before, type, isDependent), out uint shape))
            return shape;
        shape = RoundStart(before, type, isDependent);
        if (shape == Overflow)
            shape = Add(new Shape(before, type, default, null) { Length = _shapes[(int)before].Length + 1, IsDependent = isDependent });
        else
            MarkRepeated(before, shape);
        _next.Add((before, type, isDependent), shape);
        return shape;
    }

    /// <summary>Types on the way.</summary>
    public int LengthOf(uint shape) => _shapes[(int)shape].Length;

    /// <summary>Whether the last reference of a shape is that of a dependent handle.</summary>
    public bool IsDependent(uint shape) => _shapes[(int)shape].IsDependent;

    /// <summary>The root of a shape.</summary>
    public (RootKind Kind, string? Holder) RootOf(uint shape)
    {
        while (_shapes[(int)shape].Length > 0)
            shape = _shapes[(int)shape].Before;
        return (_shapes[(int)shape].Kind, _shapes[(int)shape].Holder);
    }

    /// <summary>The types on the way, from the root on, and which of them may come again.</summary>
    public IReadOnlyList<PathStep> StepsOf(uint shape)
    {
        List<PathStep> steps = [];
        for (; _shapes[(int)shape].Length > 0; shape = _shapes[(int)shape].Before)
            steps.Add(new PathStep(_shapes[(int)shape].Type, _shapes[(int)shape].Repeats, _shapes[(int)shape].IsDependent));
        steps.Reverse();
        return steps;
    }

    private uint Add(Shape shape)
    {
        if (_shapes.Count > most)
            return Overflow;
        _shapes.Add(shape);
        return (uint)_shapes.Count - 1;
    }

    // Where a path goes on that has gone round once and takes the same next step again. A round of one type counts at once.
    private uint RoundStart(uint before, uint type, bool isDependent)
    {
        for (int round = 1; round <= LongestRound; round++)
        {
            uint start = Up(before, round - 1);
            if (start == Overflow || _shapes[(int)start].Type != type || _shapes[(int)start].IsDependent != isDependent)
                continue;
            uint roundBefore = Up(before, round);
            if (round == 1 || (roundBefore != Overflow && _shapes[(int)roundBefore].Type == _shapes[(int)before].Type))
                return start;
        }

        return Overflow;
    }

    private uint Up(uint shape, int steps)
    {
        for (; steps > 0 && shape != Overflow; steps--)
            shape = _shapes[(int)shape].Length > 1 ? _shapes[(int)shape].Before : Overflow;
        return shape == Overflow || _shapes[(int)shape].Length == 0 ? Overflow : shape;
    }

    private void MarkRepeated(uint from, uint to)
    {
        Span<Shape> shapes = CollectionsMarshal.AsSpan(_shapes);
        for (uint shape = from; ; shape = shapes[(int)shape].Before)
        {
            shapes[(int)shape].Repeats = true;
            if (shape == to)
                return;
        }
    }

    private record struct Shape(uint Before, uint Type, RootKind Kind, string? Holder)
    {
        /// <summary>Types on the way; 0 for a root alone.</summary>
        public int Length { get; init; }

        public bool Repeats { get; set; }

        public bool IsDependent { get; init; }
    }
}
