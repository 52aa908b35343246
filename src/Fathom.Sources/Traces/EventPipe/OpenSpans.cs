using System.Runtime.InteropServices;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>
/// What threads have begun and not ended. The spans of a thread lie in each other: what it began later ends first, and what is left inside of one that ends has lost its
/// end.
/// </summary>
/// <param name="abandoned">Gets those whose end never comes.</param>
/// <param name="mostOfThread">Spans of a thread that can be open; beyond that the oldest has lost its end.</param>
internal sealed class OpenSpans<T>(Action<T> abandoned, int mostOfThread = 64)
{
    private readonly Dictionary<TracedThread, List<T>> _open = [];

    /// <summary>Whether a thread has begun anything so far.</summary>
    public bool HasBegun(TracedThread thread) => _open.ContainsKey(thread);

    /// <summary>A thread begins something; what no thread begins can never be ended.</summary>
    public void Begin(TracedThread? thread, in T span)
    {
        if (thread is null)
        {
            abandoned(span);
            return;
        }

        if (!_open.TryGetValue(thread, out List<T>? open))
            _open.Add(thread, open = []);
        if (open.Count == mostOfThread)
        {
            abandoned(open[0]);
            open.RemoveAt(0);
        }

        open.Add(span);
    }

    /// <summary>A thread ends the last of what it began that fits; false where there is none.</summary>
    public bool TryEnd(TracedThread? thread, Predicate<T>? fits, out T span)
    {
        span = default!;
        if (thread is null || !_open.TryGetValue(thread, out List<T>? open))
            return false;
        int at = fits is null ? open.Count - 1 : open.FindLastIndex(fits);
        if (at < 0)
            return false;
        span = open[at];
        for (int inner = at + 1; inner < open.Count; inner++)
            abandoned(open[inner]);
        open.RemoveRange(at, open.Count - at);
        return true;
    }

    /// <summary>The last that a thread began and did not end; false where there is none. It can be written to.</summary>
    public bool TryLast(TracedThread? thread, out Span<T> span)
    {
        span = thread is not null && _open.TryGetValue(thread, out List<T>? open) && open.Count > 0 ? CollectionsMarshal.AsSpan(open)[^1..] : default;
        return !span.IsEmpty;
    }

    /// <summary>Nothing more comes.</summary>
    /// <param name="rest">Gets what is open; null for the one who gets all others.</param>
    public void End(Action<TracedThread, T>? rest = null)
    {
        foreach ((TracedThread thread, List<T> open) in _open)
        {
            foreach (T span in open)
            {
                if (rest is null)
                    abandoned(span);
                else
                    rest(thread, span);
            }
        }

        _open.Clear();
    }
}
