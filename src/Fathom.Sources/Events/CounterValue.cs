namespace Fathom.Sources.Events;

/// <summary>A value of a counter.</summary>
public readonly ref struct CounterValue
{
    internal CounterValue(string provider, ReadOnlySpan<char> name, ReadOnlySpan<char> unit, double value, bool isIncrement, double intervalSeconds)
    {
        Provider = provider;
        Name = name;
        Unit = unit;
        Value = value;
        IsIncrement = isIncrement;
        IntervalSeconds = intervalSeconds;
    }

    /// <summary>Whose counter.</summary>
    public string Provider { get; }

    /// <summary>Its name, such as <c>gc-heap-size</c>.</summary>
    public ReadOnlySpan<char> Name { get; }

    /// <summary>Its unit as the provider names it; often empty.</summary>
    public ReadOnlySpan<char> Unit { get; }

    /// <summary>The mean over the interval, or what came in it where <see cref="IsIncrement"/>.</summary>
    public double Value { get; }

    /// <summary>Whether the value is what came in the interval.</summary>
    public bool IsIncrement { get; }

    /// <summary>Length of the interval in seconds, as the target measured it.</summary>
    public double IntervalSeconds { get; }
}
