using System.Runtime.InteropServices;
using Fathom.Model.Traces;

namespace Fathom.Model.Scheduling;

/// <summary>Adds samples of stacks up to processor time of methods, one process after the other.</summary>
/// <param name="stacks">The methods of each stack.</param>
/// <param name="take">Gets the sums of a process.</param>
public sealed class MethodCpuTimes(StackMethods stacks, Action<IEnumerable<MethodCpuRow>> take)
{
    private static readonly uint[] s_nothing = [0];
    private static readonly FrameCertainty[] s_unknown = [FrameCertainty.Unknown];
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
        ReadOnlySpan<FrameCertainty> certainties = methods.IsEmpty ? s_unknown : stacks.CertaintiesOf(stack);
        methods = methods.IsEmpty ? s_nothing : methods;
        for (int i = 0; i < methods.Length; i++)
        {
            uint method = methods[i];
            ref Sum sum = ref CollectionsMarshal.GetValueRefOrAddDefault(_sums, method, out _);
            sum.Samples += count;
            sum.Gaps += certainties[i] == FrameCertainty.Gap ? count : 0;
            sum.IsKnown |= certainties[i] != FrameCertainty.Unknown;
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
        take(_sums.Select(one => RowOf(one.Key, one.Value)));
        _sums.Clear();
    }

    private MethodCpuRow RowOf(uint method, Sum sum) =>
        new(_process, method, sum.HasTime ? sum.SelfNs : null, sum.HasTime ? sum.TotalNs : null, sum.Samples, sum.IsKnown ? sum.Gaps : null);

    private struct Sum
    {
        public long SelfNs;
        public long TotalNs;
        public long Samples;
        public long Gaps;
        public bool HasTime;
        public bool IsKnown;
    }
}
