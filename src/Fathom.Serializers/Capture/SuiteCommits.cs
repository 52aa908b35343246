using Fathom.Storage.Recordings;

namespace Fathom.Serializers.Capture;

/// <summary>Makes what is finished safe while a measurement that is to be saved goes on, so that even a killed one loses little.</summary>
/// <param name="writer">The recording.</param>
/// <param name="save">Where it is kept; null when it is not.</param>
/// <param name="time">The clock.</param>
internal sealed class SuiteCommits(RecordingWriter writer, string? save, TimeProvider time)
{
    // A commit takes some milliseconds between two processes, where nothing is timed. At first each process is made safe, so that a short measurement that is killed loses little too.
    private const int MostLostOf = 8;
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(5);

    private long _begun;
    private long _last;
    private bool _hasBegun;
    private bool _canResume;

    /// <summary>From now on there is something to keep.</summary>
    /// <param name="canResume">Whether it can be gone on with.</param>
    public void Begin(bool canResume = true)
    {
        (_hasBegun, _canResume) = (true, canResume);
        _begun = _last = time.GetTimestamp();
    }

    /// <summary>A process has ended, and its rows are written.</summary>
    public void CellEnded()
    {
        TimeSpan since = time.GetElapsedTime(_last);
        if (save is null || !_hasBegun || (since < s_interval && since < time.GetElapsedTime(_begun) / MostLostOf))
            return;
        writer.Commit(complete: false);
        _last = time.GetTimestamp();
    }

    /// <summary>The measurement was interrupted: keeps what is finished.</summary>
    /// <returns>What is kept; null where nothing had begun.</returns>
    public KeptMeasurement? KeepFinished()
    {
        if (!_hasBegun)
            return null;
        if (save is not null)
            writer.Commit(complete: false);
        return new KeptMeasurement(save, _canResume);
    }
}
