namespace Fathom.Tests.Sources.Memory;

/// <summary>Gives its bytes a few at a time, as files of /proc do.</summary>
internal sealed class PiecewiseStream(byte[] content, int piece) : MemoryStream(content)
{
    public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, piece));

    public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, piece)]);
}
