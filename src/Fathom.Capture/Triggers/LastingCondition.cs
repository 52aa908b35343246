using System.Diagnostics;

namespace Fathom.Capture.Triggers;

/// <summary>Whether something has been true for some time without a break.</summary>
/// <param name="lasting">How long; zero for the first time it is true.</param>
internal sealed class LastingCondition(TimeSpan lasting)
{
    private long? _since;

    /// <summary>Takes the next look.</summary>
    /// <param name="holds">Whether it is true now.</param>
    /// <param name="timestamp">Now, as a <see cref="Stopwatch"/> time stamp.</param>
    /// <returns>Whether it has been true long enough.</returns>
    public bool Update(bool holds, long timestamp)
    {
        if (!holds)
        {
            _since = null;
            return false;
        }

        _since ??= timestamp;
        return Stopwatch.GetElapsedTime(_since.Value, timestamp) >= lasting;
    }
}
