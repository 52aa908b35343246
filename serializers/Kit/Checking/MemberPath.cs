using System.Globalization;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>
/// The way from the root of a graph to a value: a step and the way before it. It is written out only where a difference is shown, since the ways of a deep graph
/// together are far longer than the graph.
/// </summary>
internal sealed class MemberPath
{
    private const int ShownSteps = 8;

    private readonly MemberPath? _before;
    private readonly string? _name;
    private readonly int _index;
    private readonly int _depth;

    private MemberPath(MemberPath? before, string? name, int index)
    {
        _before = before;
        _name = name;
        _index = index;
        _depth = before is null ? 0 : before._depth + 1;
    }

    /// <summary>The root.</summary>
    public static MemberPath Root { get; } = new(null, null, 0);

    /// <summary>A member of the value here.</summary>
    public MemberPath Member(string name) => new(this, name, 0);

    /// <summary>An element of the value here.</summary>
    public MemberPath Element(int index) => new(this, null, index);

    /// <summary>The way as text: "Books[3].Title"; of a long way the first and the last steps.</summary>
    public override string ToString()
    {
        List<string> steps = new(Math.Min(_depth, 2 * ShownSteps));
        for (MemberPath one = this; one._before is not null; one = one._before)
        {
            if (_depth <= 2 * ShownSteps || one._depth > _depth - ShownSteps || one._depth <= ShownSteps)
                steps.Add(one._name is { } name ? name.StartsWith('[') ? name : "." + name : string.Create(CultureInfo.InvariantCulture, $"[{one._index}]"));
            else if (one._depth == ShownSteps + 1)
                steps.Add(string.Create(CultureInfo.InvariantCulture, $"…({_depth - (2 * ShownSteps)} more)…"));
        }

        steps.Reverse();
        return string.Concat(steps).TrimStart('.');
    }
}
