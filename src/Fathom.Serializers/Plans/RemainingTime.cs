namespace Fathom.Serializers.Plans;

/// <summary>How long the rest will take, from what the finished processes took.</summary>
/// <param name="time">The clock.</param>
/// <param name="expected">What was expected of all of them, said until some have finished.</param>
public sealed class RemainingTime(TimeProvider time, TimeSpan expected)
{
    private const int Enough = 3;

    private readonly long _start = time.GetTimestamp();

    /// <summary>"about 3 min left".</summary>
    /// <param name="done">Processes that have finished.</param>
    /// <param name="total">All of them.</param>
    public string Text(int done, int total)
    {
        TimeSpan elapsed = time.GetElapsedTime(_start);
        TimeSpan left = done < Enough ? expected - elapsed : elapsed / done * (total - done);
        return $"about {DurationText.Of(left < TimeSpan.Zero ? TimeSpan.Zero : left)} left";
    }
}
