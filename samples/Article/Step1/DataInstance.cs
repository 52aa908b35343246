namespace Article;

/// <summary>Step 1: a delegate for each object. The lambda captures <c>this</c>, so that each object has a delegate of its own.</summary>
internal sealed class DataInstance
{
    public readonly Func<string> Describe;
    public readonly long Number;
    public readonly bool IsEven;
    public DataInstance[]? Children { get; init; }

    public DataInstance(int number)
    {
        Number = number;
        IsEven = number % 2 == 0;
        Describe = () => $"{Number}: {IsEven}, {Children?.Length}";
    }
}
