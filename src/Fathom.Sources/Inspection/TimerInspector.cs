using System.Runtime.InteropServices;
using Fathom.Model.Inspection;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Counts the timers that are set, by what they call. Every timer of the base library, also one of Task.Delay or of a CancellationTokenSource, is a
/// <c>TimerQueueTimer</c>; it is set while <c>_dueTime</c> is not infinite and it was not closed.
/// </summary>
/// <param name="unknown">Notes types with other fields than those that are known.</param>
internal sealed class TimerInspector(UnknownTypes unknown) : IObjectInspector
{
    private const uint Infinite = uint.MaxValue;

    // Naming a callback takes reads of its own.
    private const int MaxNamed = 20_000;
    private const string NotNamed = "(callbacks that were not looked up)";

    private readonly List<ulong> _callbacks = [];
    private long _count;

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (type.Name != "System.Threading.TimerQueueTimer")
            return null;
        return unknown.Offsets(type, "_dueTime", "_canceled", "_timerCallback") is [var dueTime, var canceled, var callback] ? new Timers(this, dueTime, canceled, callback) : null;
    }

    /// <summary>The timers that are set, by callback.</summary>
    /// <param name="runtime">Of the stopped target.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public List<Pile> Read(ClrRuntime runtime, ITargetMemory memory, CancellationToken due)
    {
        CallbackNames names = new(runtime, memory);
        Dictionary<string, long> counts = [];
        foreach (ulong callback in _callbacks)
        {
            due.ThrowIfCancellationRequested();
            CollectionsMarshal.GetValueRefOrAddDefault(counts, names.Of(callback), out _)++;
        }

        if (_count > _callbacks.Count)
            counts[NotNamed] = _count - _callbacks.Count;
        return [.. counts.Select(static entry => new Pile(PileKinds.Timer, entry.Key, null, entry.Value))];
    }

    private sealed class Timers(TimerInspector owner, int dueTimeOffset, int canceledOffset, int callbackOffset) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            bool isSet = !visited.IsYoung
                && visited.TryRead(dueTimeOffset, out uint dueTime) && dueTime != Infinite
                && visited.TryRead(canceledOffset, out byte canceled) && canceled == 0;
            if (!isSet)
                return;
            owner._count++;
            if (owner._callbacks.Count < MaxNamed && visited.TryRead(callbackOffset, out ulong callback))
                owner._callbacks.Add(callback);
        }
    }
}
