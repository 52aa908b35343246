namespace Fathom.Model.Scheduling;

/// <summary>The methods of each stack, each once, and the innermost of them. Stacks and methods have numbers from 1.</summary>
public sealed class StackMethods
{
    private readonly int[] _starts;
    private readonly uint[] _methods;
    private readonly uint[] _innermost;

    /// <summary>Puts them in order.</summary>
    /// <param name="stacks">The stack of each pair.</param>
    /// <param name="methods">The method of each pair.</param>
    /// <param name="innermost">Pairs of a stack and the method in which the thread was.</param>
    public StackMethods(ReadOnlySpan<uint> stacks, ReadOnlySpan<uint> methods, ReadOnlySpan<(uint Stack, uint Method)> innermost)
    {
        uint last = 0;
        foreach (uint stack in stacks)
            last = Math.Max(last, stack);
        _starts = new int[last + 2];
        foreach (uint stack in stacks)
            _starts[stack + 1]++;
        for (int i = 1; i < _starts.Length; i++)
            _starts[i] += _starts[i - 1];
        int[] next = [.. _starts];
        _methods = new uint[methods.Length];
        for (int i = 0; i < stacks.Length; i++)
            _methods[next[stacks[i]]++] = methods[i];
        _innermost = new uint[last + 1];
        foreach ((uint stack, uint method) in innermost)
        {
            if (stack <= last)
                _innermost[stack] = method;
        }
    }

    /// <summary>The methods of a stack; none for one that is not known.</summary>
    public ReadOnlySpan<uint> Of(uint stack) => stack < _innermost.Length ? _methods.AsSpan(_starts[stack].._starts[stack + 1]) : default;

    /// <summary>The method in which the thread was; 0 where it is not known.</summary>
    public uint InnermostOf(uint stack) => stack < _innermost.Length ? _innermost[stack] : 0;
}
