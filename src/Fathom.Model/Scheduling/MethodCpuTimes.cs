using System.Runtime.InteropServices;
using Fathom.Model.Traces;

namespace Fathom.Model.Scheduling;

/// <summary>Adds samples of stacks up to processor time of methods, one process after the other.</summary>
/// <param name="stacks">The methods of each stack.</param>
/// <param name="take">Gets the sums of a process.</param>
public sealed class MethodCpuTimes(StackMethods stacks, Action<IEnumerable<MethodCpuRow>> take)
{
    private static readonly uint[] s_nothing = [0];
    private readonly Dictionary<uint, Sum> _sums = [];
    private uint _process;

    /// <summary>Adds samples of one stack.</summary>
    /// <param name="process">The process; all of one come together.</param>
    /// <param name="stack">The stack; 0 for none.</param>
    /// <param name="weightNs">Time that the samples stand for; null where they do not tell.</param>
    /// <param name="count">Samples.</param>
    public void Add(uint process, uint stack, long? weightNs, long count)
    {
        if (process != _process)
            End();
        _process = process;
        ReadOnlySpan<uint> methods = stacks.Of(stack);
        uint innermost = methods.IsEmpty ? 0 : stacks.InnermostOf(stack);
        foreach (uint method in methods.IsEmpty ? s_nothing : methods)
        {
            ref Sum sum = ref CollectionsMarshal.GetValueRefOrAddDefault(_sums, method, out _);
            sum.Samples += count;
            if (weightNs is not { } weight)
                continue;
            sum.HasTime = true;
            sum.TotalNs += weight;
            sum.SelfNs += method == innermost ? weight : 0;
        }
    }

    /// <summary>Nothing more comes of the last process.</summary>
    public void End()
    {
        take(_sums.Select(one => new MethodCpuRow(_process, one.Key, one.Value.HasTime ? one.Value.SelfNs : null, one.Value.HasTime ? one.Value.TotalNs : null, one.Value.Samples)));
        _sums.Clear();
    }

    private struct Sum
    {
        public long SelfNs;
        public long TotalNs;
        public long Samples;
        public bool HasTime;
    }
}
