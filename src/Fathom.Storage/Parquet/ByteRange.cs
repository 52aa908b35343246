namespace Fathom.Storage.Parquet;

/// <summary>A piece of a file.</summary>
/// <param name="Start">Offset of its first byte.</param>
/// <param name="Length">Its length in bytes.</param>
internal sealed record ByteRange(long Start, long Length)
{
    /// <summary>Offset of the byte behind it.</summary>
    public long End => Start + Length;
}
