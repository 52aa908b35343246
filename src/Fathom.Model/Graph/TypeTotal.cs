namespace Fathom.Model.Graph;

/// <summary>Objects of a type.</summary>
public struct TypeTotal
{
    /// <summary>Objects.</summary>
    public long Count { get; private set; }

    /// <summary>Bytes that they occupy.</summary>
    public long SizeBytes { get; private set; }

    /// <summary>Counts one object more.</summary>
    /// <param name="sizeBytes">Bytes that it occupies.</param>
    public void Add(long sizeBytes)
    {
        Count++;
        SizeBytes += sizeBytes;
    }
}
