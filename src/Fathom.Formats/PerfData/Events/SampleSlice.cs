namespace Fathom.Formats.PerfData.Events;

/// <summary>A place within a sample.</summary>
/// <param name="Start">First byte.</param>
/// <param name="Count">Bytes.</param>
internal readonly record struct SampleSlice(int Start, int Count)
{
    public ReadOnlySpan<byte> Of(ReadOnlySpan<byte> body) => body.Slice(Start, Count);
}
