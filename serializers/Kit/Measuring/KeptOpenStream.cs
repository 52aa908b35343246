namespace Fathom.Serializers.Kit.Measuring;

/// <summary>A stream to read from again and again, though some readers close what they are given.</summary>
/// <param name="data">What is read.</param>
internal sealed class KeptOpenStream(byte[] data) : MemoryStream(data, writable: false)
{
    /// <inheritdoc/>
    protected override void Dispose(bool disposing) =>
        // It holds memory only, and without the word to dispose it stays open.
        base.Dispose(disposing: false);
}
