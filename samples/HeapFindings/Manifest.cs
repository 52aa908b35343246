namespace HeapFindings;

/// <summary>Holds what a scene has made, and the numbers that are true of it.</summary>
internal sealed class Manifest
{
    private readonly List<object> _held = [];

    public Dictionary<string, long> Facts { get; } = [];

    public T Hold<T>(T value)
        where T : class
    {
        _held.Add(value);
        return value;
    }
}
