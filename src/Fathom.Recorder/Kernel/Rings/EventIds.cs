namespace Fathom.Recorder.Kernel.Rings;

/// <summary>Which open event an id stands for. The kernel counts ids up, so they lie close to one another.</summary>
internal sealed class EventIds
{
    private const int MostSpread = 1 << 20;

    private readonly ulong _lowest;
    private readonly OpenEvent?[] _byId;

    /// <summary>Takes the events.</summary>
    public EventIds(IReadOnlyList<OpenEvent> events)
    {
        _lowest = events.Min(static each => each.Id);
        ulong spread = events.Max(static each => each.Id) - _lowest;
        _byId = new OpenEvent?[(int)Math.Min(spread, MostSpread) + 1];
        foreach (OpenEvent each in events)
        {
            if (each.Id - _lowest < (ulong)_byId.Length)
                _byId[each.Id - _lowest] = each;
        }
    }

    /// <summary>The event of an id; null where there is none.</summary>
    public OpenEvent? Find(ulong id) => id - _lowest < (ulong)_byId.Length ? _byId[id - _lowest] : null;
}
