using System.Collections;
using System.Runtime.CompilerServices;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Counts what an object graph is made of, and finds out whether places share objects and whether there are cycles.</summary>
internal sealed class OwnGraph
{
    private readonly Dictionary<Type, List<OwnMember>> _members = [];
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<object> _open = new(ReferenceEqualityComparer.Instance);

    private OwnGraph()
    {
    }

    /// <summary>Objects that are neither text nor number.</summary>
    public int Objects => _seen.Count;

    /// <summary>Texts, numbers, dates and the like.</summary>
    public int Leaves { get; private set; }

    /// <summary>Places that hold an object that another place holds too.</summary>
    public int Shared { get; private set; }

    /// <summary>Objects in each other, at most.</summary>
    public int Depth { get; private set; }

    /// <summary>Whether an object leads back to itself.</summary>
    public bool HasCycles { get; private set; }

    /// <summary>Walks a graph.</summary>
    /// <exception cref="OwnTypeException">A property throws, or it is too deep to be walked.</exception>
    public static OwnGraph Of(object root)
    {
        OwnGraph graph = new();
        try
        {
            graph.Visit(root);
        }
        catch (InsufficientExecutionStackException)
        {
            throw new OwnTypeException("the objects are nested too deeply for most serializers", "give a sample with less nesting");
        }

        return graph;
    }

    private void Visit(object? value)
    {
        if (value is null)
            return;
        if (OwnScalars.Is(value.GetType()))
        {
            Leaves++;
            return;
        }

        // One empty array serves all, and one that was never set has no elements to ask for.
        if (value is Array { Length: 0 } || (value is ValueType && GraphShape.Of(value.GetType()).IsUnset(value)))
            return;
        RuntimeHelpers.EnsureSufficientExecutionStack();
        bool isReference = !value.GetType().IsValueType;
        if (isReference && !_seen.Add(value))
        {
            Shared++;
            HasCycles |= _open.Contains(value);
            return;
        }

        if (isReference)
            _open.Add(value);
        Depth = Math.Max(Depth, _open.Count);
        Parts(value);
        if (isReference)
            _open.Remove(value);
    }

    private void Parts(object value)
    {
        switch (value)
        {
            case IDictionary map:
                foreach (DictionaryEntry entry in map)
                {
                    Visit(entry.Key);
                    Visit(entry.Value);
                }

                break;
            case IEnumerable items:
                foreach (object? item in items)
                    Visit(item);
                break;
            default:
                if (!_members.TryGetValue(value.GetType(), out List<OwnMember>? members))
                    members = _members[value.GetType()] = OwnMember.Of(value.GetType());
                foreach (OwnMember member in members)
                    Visit(member.Get(value));
                break;
        }
    }
}
