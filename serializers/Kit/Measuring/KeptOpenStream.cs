namespace Fathom.Serializers.Kit.Measuring;

/// <summary>
/// A stream to read from again and again, though some readers close what they are given. The overloads that <see cref="MemoryStream"/> sends through a rented
/// array as soon as it is derived from are its own again, so that no reader pays for the stream that it was measured with.
/// </summary>
/// <param name="data">What is read.</param>
internal sealed class KeptOpenStream(byte[] data) : MemoryStream(data, writable: false)
{
    private readonly byte[] _data = data;

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer)
    {
        ReadOnlySpan<byte> read = Take(buffer.Length);
        read.CopyTo(buffer);
        return read.Length;
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => cancellationToken.IsCancellationRequested
        ? ValueTask.FromCanceled<int>(cancellationToken)
        : new ValueTask<int>(Read(buffer.Span));

    /// <inheritdoc/>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        ValidateCopyToArguments(destination, bufferSize);
        destination.Write(Take(int.MaxValue));
    }

    /// <inheritdoc/>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        int length = Take(int.MaxValue).Length;
        return length == 0 ? Task.CompletedTask : destination.WriteAsync(_data, (int)Position - length, length, cancellationToken);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing) =>
        // It holds memory only, and without the word to dispose it stays open.
        base.Dispose(disposing: false);

    // The bytes from the position on, at most as many, which are then read.
    private ReadOnlySpan<byte> Take(int most)
    {
        long start = Position;
        int length = (int)Math.Clamp(_data.Length - start, 0, most);
        if (length == 0)
            return [];
        Position = start + length;
        return _data.AsSpan((int)start, length);
    }
}
