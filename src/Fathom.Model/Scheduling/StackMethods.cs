using System.Runtime.InteropServices;

namespace Fathom.Model.Scheduling;

/// <summary>The methods of each stack, each once, and the innermost of them. Stacks and methods have numbers from 1.</summary>
/// <param name="pairCount">Pairs of a stack and a method that come, if that is known.</param>
public sealed class StackMethods(int pairCount = 0)
{
    private readonly List<uint> _methods = new(pairCount);
    private readonly List<FrameCertainty> _certainties = new(pairCount);
    // Of the stacks up to the last one, and one more.
    private readonly List<int> _starts = [0];
    private readonly List<uint> _innermost = [];

    /// <summary>Adds a method of a stack.</summary>
    /// <exception cref="ArgumentException">A later stack came before.</exception>
    /// <param name="stack">The stack.</param>
    /// <param name="method">The method.</param>
    /// <param name="isExact">Whether its callers are certain; null where that is not known.</param>
    public void Add(uint stack, uint method, bool? isExact)
    {
        if (stack + 1 < _starts.Count - 1)
            throw new ArgumentException("Stacks come in the order of their numbers.", nameof(stack));
        while (_starts.Count <= stack + 1)
            _starts.Add(_methods.Count);
        _methods.Add(method);
        _certainties.Add(isExact switch { true => FrameCertainty.Exact, false => FrameCertainty.Gap, null => FrameCertainty.Unknown });
        _starts[^1] = _methods.Count;
    }

    /// <summary>Says in which method of a stack the thread was.</summary>
    public void AddInnermost(uint stack, uint method)
    {
        while (_innermost.Count <= stack)
            _innermost.Add(0);
        _innermost[(int)stack] = method;
    }

    /// <summary>The methods of a stack; none for one that is not known.</summary>
    public ReadOnlySpan<uint> Of(uint stack) => Part(_methods, stack);

    /// <summary>What is known of the callers of these methods, in the same order.</summary>
    public ReadOnlySpan<FrameCertainty> CertaintiesOf(uint stack) => Part(_certainties, stack);

    /// <summary>The method in which the thread was; 0 where it is not known.</summary>
    public uint InnermostOf(uint stack) => stack < _innermost.Count ? _innermost[(int)stack] : 0;

    private ReadOnlySpan<T> Part<T>(List<T> of, uint stack) =>
        stack + 1 < _starts.Count ? CollectionsMarshal.AsSpan(of)[_starts[(int)stack].._starts[(int)stack + 1]] : default;
}
