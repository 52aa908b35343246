using System.Diagnostics;

namespace Fathom.Cli.Frame;

/// <summary>Counts requests to end: signals that come close to the one before are one request.</summary>
internal struct RequestCount
{
    private long _last;

    /// <summary>How many there were.</summary>
    public int Requests { get; private set; }

    /// <summary>Counts a signal.</summary>
    /// <param name="at">When it came, by <see cref="Stopwatch"/>.</param>
    public void Add(long at)
    {
        if (Requests == 0 || Stopwatch.GetElapsedTime(_last, at) >= Termination.OneRequest)
            Requests++;
        _last = at;
    }
}
