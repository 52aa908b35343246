using System.Globalization;

namespace Fathom.Serializers.Plans;

/// <summary>A duration that is only known roughly, in words.</summary>
public static class DurationText
{
    /// <summary>"40 s", "5 min", "2 h 10 min".</summary>
    public static string Of(TimeSpan time) => time switch
    {
        { TotalSeconds: < 100 } => string.Create(CultureInfo.InvariantCulture, $"{Math.Max(1, Math.Round(time.TotalSeconds)):0} s"),
        { TotalMinutes: < 100 } => string.Create(CultureInfo.InvariantCulture, $"{Math.Round(time.TotalMinutes):0} min"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(int)Math.Round(time.TotalMinutes) / 60} h {(int)Math.Round(time.TotalMinutes) % 60} min"),
    };
}
