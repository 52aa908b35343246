namespace Article;

/// <summary>Step 2: without the delegate.</summary>
internal sealed class DataInstance(int number)
{
    public readonly long Number = number;
    public readonly bool IsEven = number % 2 == 0;
    public DataInstance[]? Children { get; init; }
}
