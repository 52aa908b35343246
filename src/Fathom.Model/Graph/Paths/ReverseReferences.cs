namespace Fathom.Model.Graph.Paths;

/// <summary>For every object those live ones that refer to it. 4 bytes per object and per reference.</summary>
internal sealed class ReverseReferences
{
    private readonly uint[] _first;
    private readonly uint[] _sources;

    /// <summary>Turns the references of all live objects around.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="live">Which objects are alive.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public ReverseReferences(ObjectGraph graph, ObjectBits live, CancellationToken stop)
    {
        const int CheckEvery = 1 << 18;
        _first = new uint[graph.ObjectCount + 1];
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            if (number % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            if (!live[number])
                continue;
            foreach (uint target in graph.ReferencesOf(number))
                _first[target]++;
        }

        uint sum = 0;
        foreach (ref uint first in _first.AsSpan())
            first = sum += first;
        _sources = new uint[sum];
        for (uint number = (uint)graph.ObjectCount; number-- > 0;)
        {
            if (number % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            if (!live[number])
                continue;
            foreach (uint target in graph.ReferencesOf(number))
                _sources[--_first[target]] = number;
        }
    }

    /// <summary>The objects that refer to one, in the order of their numbers; one may be there several times.</summary>
    public ReadOnlySpan<uint> To(uint number) => _sources.AsSpan((int)_first[number], (int)(_first[number + 1] - _first[number]));
}
