using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>
/// The circle that all arenas of a process form. Whatever begins like an arena may be asked for; each one is read once, whatever the target has written: many that lead to the same cost no more.
/// </summary>
/// <param name="memory">The target's memory.</param>
/// <param name="isDue">Whether time is up.</param>
internal sealed class ArenaCircle(ITargetMemory memory, Func<bool> isDue)
{
    private const int MostArenas = 1 << 16;

    private readonly Dictionary<ulong, int> _places = [];
    private readonly List<ulong> _walked = [];
    private readonly HashSet<ulong> _circles = [];

    /// <summary>Whether the arenas from this one on lead back to it.</summary>
    /// <param name="begin">Address of the arena.</param>
    public bool LeadsBackTo(ulong begin)
    {
        int first = _walked.Count, place;
        ulong at = begin;
        while (!_places.TryGetValue(at, out place))
        {
            if (isDue() || _walked.Count >= MostArenas)
                return false;
            _places.Add(at, _walked.Count);
            _walked.Add(at);
            if (MallocState.At(memory, at) is not { } arena)
                return false;
            at = arena.Next;
        }

        // What was reached in an earlier walk leads to nothing that is new in this one.
        for (int i = place; place >= first && i < _walked.Count; i++)
            _circles.Add(_walked[i]);
        return _circles.Contains(begin);
    }
}
