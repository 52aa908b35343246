using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Fathom.Sources.Traces.Live;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Recorder.Unwinding;

/// <summary>
/// Writes samples that have registers and a copy of the stack anew, with the call chain that these lead to in their place: far fewer bytes, and nothing of what the program had on its stack.
/// For one thread; nothing is allocated for a sample.
/// </summary>
/// <param name="recorded">The event as it is recorded.</param>
/// <param name="stacks">Makes the chains.</param>
public sealed class StackRewriter(PerfEventAttributes recorded, LiveStacks stacks)
{
    private readonly SampleShortener _shortener = new(recorded);

    /// <summary>The event as a file must have it.</summary>
    public PerfEventAttributes Written => _shortener.Written;

    /// <summary>What came of the stacks so far.</summary>
    public StackEnds Ends { get; } = new();

    /// <summary>Writes a sample anew.</summary>
    /// <param name="record">The sample with its head.</param>
    /// <param name="into">Room for the longest record, which has 65,535 bytes.</param>
    /// <returns>Bytes that were written; 0 where the sample makes no sense.</returns>
    public int Rewrite(ReadOnlySpan<byte> record, Span<byte> into) =>
        _shortener.TryRead(record, out PerfSample sample) ? _shortener.Write(record, stacks.ChainOf(in sample, Ends), (ulong)stacks.ExactFrames, into) : 0;
}
