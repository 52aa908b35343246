namespace HeapMix.Plugin;

/// <summary>An object of an assembly that HeapMix loads into several load contexts: 16 bytes of overhead and two fields, 32 bytes in all.</summary>
public sealed class Widget
{
    private readonly long _number;
    private readonly object? _next;

    private Widget(long number, object? next)
    {
        _number = number;
        _next = next;
    }

    /// <summary>Makes <paramref name="count"/> widgets and returns the one that holds all others.</summary>
    public static object Create(int count)
    {
        Widget widget = new(0, null);
        for (int i = 1; i < count; i++)
            widget = new Widget(i, widget);
        return widget;
    }

    /// <inheritdoc/>
    public override string ToString() => $"widget {_number}, {(_next is null ? "last" : "with more")}";
}
