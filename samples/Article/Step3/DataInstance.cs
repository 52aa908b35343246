namespace Article;

/// <summary>Step 3: one int instead of a long and a bool, which had cost 16 bytes with its padding.</summary>
internal sealed class DataInstance(int number)
{
    public readonly int Number = number;
    public DataInstance[]? Children { get; init; }
}
