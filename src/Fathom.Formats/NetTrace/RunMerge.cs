using System.Runtime.InteropServices;

namespace Fathom.Formats.NetTrace;

/// <summary>Goes through several runs of events, each in the order of time, in the order of all. Of events of the same time the one of the earlier run comes first.</summary>
internal sealed class RunMerge
{
    private readonly List<(int Next, int End)> _runs = [];

    // A heap of runs: the one with the oldest event stands first.
    private int[] _heap = new int[64];
    private int _size;

    /// <summary>What is left of each run.</summary>
    public IReadOnlyList<(int Next, int End)> Rests => _runs;

    /// <summary>Begins with runs by the index of their first event.</summary>
    public void Start(List<int> starts, int count, WindowEvent[] events)
    {
        _runs.Clear();
        for (int i = 0; i < starts.Count; i++)
            _runs.Add((starts[i], i + 1 < starts.Count ? starts[i + 1] : count));
        if (_heap.Length < starts.Count)
            _heap = new int[Math.Max(_heap.Length * 2, starts.Count)];
        _size = starts.Count;
        for (int i = 0; i < _size; i++)
            _heap[i] = i;
        for (int i = _size / 2 - 1; i >= 0; i--)
            Sink(i, events);
    }

    /// <summary>The next event that is not newer than a limit. False where there is none.</summary>
    public bool TryNext(WindowEvent[] events, long limit, out int index)
    {
        index = 0;
        if (_size == 0)
            return false;
        int run = _heap[0];
        ref (int Next, int End) at = ref CollectionsMarshal.AsSpan(_runs)[run];
        if (events[at.Next].Header.Ticks > limit)
            return false;
        index = at.Next++;
        if (at.Next == at.End)
            _heap[0] = _heap[--_size];
        if (_size > 1)
            Sink(0, events);
        return true;
    }

    private void Sink(int place, WindowEvent[] events)
    {
        int run = _heap[place];
        for (int child = place * 2 + 1; child < _size; child = place * 2 + 1)
        {
            if (child + 1 < _size && IsBefore(_heap[child + 1], _heap[child], events))
                child++;
            if (!IsBefore(_heap[child], run, events))
                break;
            _heap[place] = _heap[child];
            place = child;
        }

        _heap[place] = run;
    }

    private bool IsBefore(int left, int right, WindowEvent[] events)
    {
        long leftTicks = events[_runs[left].Next].Header.Ticks;
        long rightTicks = events[_runs[right].Next].Header.Ticks;
        return leftTicks < rightTicks || (leftTicks == rightTicks && left < right);
    }
}
