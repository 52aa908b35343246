using System.Runtime.InteropServices;
using Fathom.Model.Traces;

namespace Fathom.Model.Scheduling;

/// <summary>
/// Adds waits of stacks up to waits of methods, over threads and by the clock, one process after the other. What a wait costs is its methods, and nothing is allocated for one.
/// </summary>
/// <param name="stacks">The methods of each stack.</param>
/// <param name="take">Gets the sums of a process.</param>
public sealed class MethodWaitTimes(StackMethods stacks, Action<IEnumerable<MethodWaitRow>> take)
{
    private readonly Dictionary<(uint Stack, uint Told), int> _chains = [];
    private readonly Dictionary<uint, int> _numbers = [];
    private readonly List<Chain> _sums = [];
    private readonly List<int> _slots = [];
    private readonly List<Covered> _covered = [];
    private readonly List<uint> _methods = [];
    private long _lastNs = long.MinValue;
    private uint _process;

    /// <summary>Adds a wait. All of one process come together, in the order of their begin.</summary>
    /// <exception cref="ArgumentException">It began before the one that was added last.</exception>
    public void Add(in StackWait wait)
    {
        if (wait.ProcessId != _process)
            End();
        _process = wait.ProcessId;
        if (wait.StartNs < _lastNs)
            throw new ArgumentException("Waits come in the order of their begin.", nameof(wait));
        _lastNs = wait.StartNs;
        if (!_chains.TryGetValue((wait.StackId, wait.ToldStackId), out int number))
            number = Meet(wait);
        ref Chain sum = ref CollectionsMarshal.AsSpan(_sums)[number];
        sum.WaitNs += wait.WaitNs;
        sum.ReadyNs += wait.ReadyNs;
        sum.MaxNs = Math.Max(sum.MaxNs, wait.WaitNs);
        sum.Count++;
        sum.Open += wait.IsOpen ? 1 : 0;
        sum.Unknown += wait.IsUnknown ? 1 : 0;

        // Begins are in order, so what is covered of a method ends where its waits so far end.
        Span<Covered> covered = CollectionsMarshal.AsSpan(_covered);
        long endNs = wait.StartNs + wait.WaitNs;
        foreach (int slot in CollectionsMarshal.AsSpan(_slots).Slice(sum.FirstSlot, sum.SlotCount))
        {
            ref Covered method = ref covered[slot];
            if (endNs <= method.UntilNs)
                continue;
            method.WallNs += endNs - Math.Max(wait.StartNs, method.UntilNs);
            method.UntilNs = endNs;
        }
    }

    /// <summary>Nothing more comes of the last process.</summary>
    public void End()
    {
        take(Rows());
        _chains.Clear();
        _numbers.Clear();
        _sums.Clear();
        _slots.Clear();
        _covered.Clear();
        _methods.Clear();
        _lastNs = long.MinValue;
    }

    private MethodWaitRow[] Rows()
    {
        MethodWaitRow[] rows = [.. _methods.Select((method, i) => new MethodWaitRow(_process, method, _covered[i].WallNs, 0, 0, 0, 0, 0, 0))];
        foreach (Chain sum in _sums)
        {
            foreach (int slot in CollectionsMarshal.AsSpan(_slots).Slice(sum.FirstSlot, sum.SlotCount))
            {
                MethodWaitRow row = rows[slot];
                rows[slot] = row with
                {
                    WaitSumNs = row.WaitSumNs + sum.WaitNs,
                    ReadySumNs = row.ReadySumNs + sum.ReadyNs,
                    WaitMaxNs = Math.Max(row.WaitMaxNs, sum.MaxNs),
                    WaitCount = row.WaitCount + sum.Count,
                    OpenCount = row.OpenCount + sum.Open,
                    UnknownCount = row.UnknownCount + sum.Unknown,
                };
            }
        }

        return rows;
    }

    private int Meet(in StackWait wait)
    {
        int first = _slots.Count;
        ReadOnlySpan<uint> own = stacks.Of(wait.StackId), told = stacks.Of(wait.ToldStackId);
        foreach (uint method in own)
            _slots.Add(SlotOf(method));
        foreach (uint method in told)
        {
            if (!own.Contains(method))
                _slots.Add(SlotOf(method));
        }

        if (_slots.Count == first)
            _slots.Add(SlotOf(0));
        _sums.Add(new Chain { FirstSlot = first, SlotCount = _slots.Count - first });
        _chains.Add((wait.StackId, wait.ToldStackId), _sums.Count - 1);
        return _sums.Count - 1;
    }

    private int SlotOf(uint method)
    {
        ref int number = ref CollectionsMarshal.GetValueRefOrAddDefault(_numbers, method, out bool isThere);
        if (!isThere)
        {
            number = _methods.Count;
            _methods.Add(method);
            _covered.Add(new Covered { UntilNs = long.MinValue });
        }

        return number;
    }

    private struct Chain
    {
        public int FirstSlot;
        public int SlotCount;
        public long WaitNs;
        public long ReadyNs;
        public long MaxNs;
        public long Count;
        public long Open;
        public long Unknown;
    }

    private struct Covered
    {
        public long UntilNs;
        public long WallNs;
    }
}
