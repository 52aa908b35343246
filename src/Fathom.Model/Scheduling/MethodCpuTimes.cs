using System.Runtime.InteropServices;
using Fathom.Model.Traces;

namespace Fathom.Model.Scheduling;

/// <summary>Adds samples of stacks up to processor time of methods, per process.</summary>
/// <param name="stacks">The methods of each stack.</param>
public sealed class MethodCpuTimes(StackMethods stacks)
{
    private static readonly uint[] s_nothing = [0];
    private readonly Dictionary<(uint Process, uint Method), Sum> _sums = [];

    /// <summary>Adds samples of one stack.</summary>
    /// <param name="process">The process.</param>
    /// <param name="stack">The stack; 0 for none.</param>
    /// <param name="weightNs">Time that the samples stand for; null where they do not tell.</param>
    /// <param name="count">Samples.</param>
    public void Add(uint process, uint stack, long? weightNs, long count)
    {
        ReadOnlySpan<uint> methods = stacks.Of(stack);
        uint innermost = methods.IsEmpty ? 0 : stacks.InnermostOf(stack);
        foreach (uint method in methods.IsEmpty ? s_nothing : methods)
        {
            ref Sum sum = ref CollectionsMarshal.GetValueRefOrAddDefault(_sums, (process, method), out _);
            sum.Samples += count;
            if (weightNs is not { } weight)
                continue;
            sum.HasTime = true;
            sum.TotalNs += weight;
            sum.SelfNs += method == innermost ? weight : 0;
        }
    }

    /// <summary>The sums.</summary>
    public IEnumerable<MethodCpuRow> Rows() =>
        _sums.Select(static one => new MethodCpuRow(one.Key.Process, one.Key.Method, one.Value.HasTime ? one.Value.SelfNs : null, one.Value.HasTime ? one.Value.TotalNs : null, one.Value.Samples));

    private struct Sum
    {
        public long SelfNs;
        public long TotalNs;
        public long Samples;
        public bool HasTime;
    }
}
