using System.Diagnostics;

namespace Fathom.Cli.Frame;

/// <summary>Counts requests to end: signals that come close after a counted one belong to it. A key that is held is counted twice a second.</summary>
internal struct RequestCount
{
    private long _counted;

    /// <summary>How many there were.</summary>
    public int Requests { get; private set; }

    /// <summary>Counts a signal.</summary>
    /// <param name="at">When it came, by <see cref="Stopwatch"/>.</param>
    public void Add(long at)
    {
        if (Requests > 0 && Stopwatch.GetElapsedTime(_counted, at) < Termination.OneRequest)
            return;
        Requests++;
        _counted = at;
    }
}
