namespace Fathom.Sources.Metrics;

/// <summary>
/// Decides how often a file is read whose reading takes longer the larger the process is. What is cheap is read each time. What is not is read so seldom that
/// it takes a thousandth of the time, because the kernel keeps the process from changing its mappings meanwhile. Where several processes are read, even what is
/// cheap adds up: then the reads of all of them take <see cref="ReadShare.Part"/> of the time at most.
/// </summary>
/// <param name="clock">The clock; null: the file is read each time.</param>
/// <param name="share">The processes that are read; null: this one.</param>
internal sealed class ReadPacer(TimeProvider? clock, ReadShare? share = null)
{
    private const int Share = 1000;
    private static readonly TimeSpan s_cheap = TimeSpan.FromMilliseconds(10);

    private TimeSpan? _last;
    private long _begin;
    private long _end;

    /// <summary>What a read costs: the shorter of the last two, because this process may have waited for a processor in the other one.</summary>
    public TimeSpan Cost { get; private set; }

    /// <summary>The least time between two reads; zero where each sample has one.</summary>
    public TimeSpan Pause
    {
        get
        {
            TimeSpan alone = Cost <= s_cheap ? TimeSpan.Zero : Cost * Share;
            TimeSpan together = Others > 0 ? Cost * ((1 + Others) * ReadShare.Part) : TimeSpan.Zero;
            return alone > together ? alone : together;
        }
    }

    /// <summary>How many other processes make the pause as long as it is; 0 where this one alone does.</summary>
    public int Others => share is { Processes: > 1 } all && (Cost <= s_cheap || all.Processes * ReadShare.Part > Share) ? all.Processes - 1 : 0;

    /// <summary>Whether a read was left out.</summary>
    public bool LeavesOut { get; private set; }

    /// <summary>Whether the file is to be read now. If so, the read begins.</summary>
    public bool Begin()
    {
        if (clock is null)
            return true;
        _begin = clock.GetTimestamp();
        if (_last is null || clock.GetElapsedTime(_end, _begin) >= Pause)
            return true;
        LeavesOut = true;
        return false;
    }

    /// <summary>The read has ended.</summary>
    public void End()
    {
        if (clock is null)
            return;
        _end = clock.GetTimestamp();
        TimeSpan took = clock.GetElapsedTime(_begin, _end);
        Cost = _last is { } before && before < took ? before : took;
        _last = took;
    }
}
