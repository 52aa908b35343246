namespace Fathom.Formats.Etl.Stacks;

/// <summary>
/// Halves of stacks that stand with two events: where Windows cannot follow a thread into its program at once, the half in the kernel stands
/// with the event, and that in the program with a later one. Both have the same number.
/// </summary>
/// <param name="most">Halves that wait for the other one.</param>
internal sealed class StackMatches(int most = 1 << 16)
{
    private readonly Dictionary<(ulong Number, int Tid), (long Ticks, int Processor)> _first = [];

    /// <summary>A half came.</summary>
    /// <param name="number">What both have.</param>
    /// <param name="tid">The thread.</param>
    /// <param name="ticks">When.</param>
    /// <param name="processor">The processor that wrote it.</param>
    /// <returns>Time and processor of the event with the first half; null where this is it.</returns>
    public (long Ticks, int Processor)? Join(ulong number, int tid, long ticks, int processor)
    {
        if (_first.Remove((number, tid), out (long, int) first))
            return first;
        // The other half of most that are so old did not come.
        if (_first.Count >= most)
            _first.Clear();
        _first.Add((number, tid), (ticks, processor));
        return null;
    }
}
