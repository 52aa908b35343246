namespace Fathom.Serializers.Facts;

/// <summary>The day of something that is known of a library.</summary>
/// <param name="Day">The day.</param>
/// <param name="What">What happened then, to stand after "last".</param>
internal sealed record Dated(DateOnly Day, string What)
{
    /// <summary>Something with its day; null where the day is not known.</summary>
    public static Dated? Of(DateOnly? day, string what) => day is { } known ? new Dated(known, what) : null;

    /// <summary>The later one; of equal days the first.</summary>
    public static Dated? Later(Dated? a, Dated? b) => a is null || (b is not null && b.Day > a.Day) ? b : a;

    /// <summary>The earlier one; of equal days the first.</summary>
    public static Dated? Earlier(Dated? a, Dated? b) => a is null || (b is not null && b.Day < a.Day) ? b : a;
}
