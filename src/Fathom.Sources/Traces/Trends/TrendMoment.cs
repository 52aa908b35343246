namespace Fathom.Sources.Traces.Trends;

/// <summary>When and of whom the values of a point are.</summary>
/// <param name="Utc">The time.</param>
/// <param name="Pid">The process.</param>
/// <param name="Name">Its name.</param>
/// <param name="CommandLine">Its arguments.</param>
/// <param name="AgeSeconds">Its age then; "not a number" where it is not known.</param>
/// <param name="Context">The label.</param>
internal readonly record struct TrendMoment(DateTimeOffset Utc, int? Pid, string Name, string CommandLine, double AgeSeconds, string Context)
{
    /// <summary>When the process began, in whole seconds since 1970: what tells a restarted process with the same number apart. 0 where it is not known.</summary>
    public long StartedUnixSeconds => double.IsNaN(AgeSeconds) ? 0 : (long)Math.Round((Utc.ToUnixTimeMilliseconds() / 1000.0) - AgeSeconds);
}
