using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>
/// Collects the timers that are set, while the heap is walked. Every timer of the base library is a <c>TimerQueueTimer</c>; it is set while
/// <c>_dueTime</c> is not infinite and it was not closed.
/// </summary>
internal sealed class TimerCollector : IObjectInspector
{
    /// <summary>Most timers that are looked into.</summary>
    public const int MaxTimers = 1_000_000;

    private const uint Infinite = uint.MaxValue;

    private readonly List<PendingTimer> _timers = [];
    private Strange? _strange;

    /// <summary>The timers.</summary>
    public IReadOnlyList<PendingTimer> Timers => _timers;

    /// <summary>Timers beyond the limit.</summary>
    public long OmittedCount { get; private set; }

    /// <summary>Timers that could not be read.</summary>
    public long UnreadableCount { get; private set; }

    /// <summary>Timers with other fields than those that are known.</summary>
    public long UnknownCount => _strange?.Count ?? 0;

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (type.Name != "System.Threading.TimerQueueTimer")
            return null;
        TimerFields fields = new(
            TypeInspector.Offset(type, "_dueTime"),
            TypeInspector.Offset(type, "_canceled"),
            TypeInspector.Offset(type, "_timerCallback"),
            TypeInspector.Offset(type, "_state"),
            TypeInspector.Offset(type, "_startTicks"),
            TypeInspector.Offset(type, "_period"));
        bool isKnown = fields is { DueTime: >= 0, Canceled: >= 0, Callback: >= 0, State: >= 0, StartTicks: >= 0, Period: >= 0 };
        return isKnown ? new Collector(this, fields) : _strange ??= new Strange();
    }

    private sealed record TimerFields(int DueTime, int Canceled, int Callback, int State, int StartTicks, int Period);

    private sealed class Strange : TypeInspector
    {
        public long Count { get; private set; }

        public override void Inspect(in VisitedObject visited) => Count++;
    }

    private sealed class Collector(TimerCollector owner, TimerFields fields) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            bool isRead = visited.TryRead(fields.DueTime, out uint dueTime)
                & visited.TryRead(fields.Canceled, out byte canceled)
                & visited.TryRead(fields.Callback, out ulong callback)
                & visited.TryRead(fields.State, out ulong state)
                & visited.TryRead(fields.StartTicks, out long start)
                & visited.TryRead(fields.Period, out uint period);
            if (!isRead)
                owner.UnreadableCount++;
            else if (dueTime == Infinite || canceled != 0)
                return;
            else if (owner._timers.Count < MaxTimers)
                owner._timers.Add(new PendingTimer(callback, state, start + dueTime, period));
            else
                owner.OmittedCount++;
        }
    }
}
