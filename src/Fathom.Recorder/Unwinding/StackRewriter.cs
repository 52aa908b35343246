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
public sealed class StackRewriter : IDisposable
{
    private readonly SampleShortener _shortener;
    private readonly RecordDecoder _others;
    private readonly LiveStacks _stacks = new();

    /// <summary>Begins.</summary>
    /// <param name="recorded">The event as it is recorded; records that are no samples must have the trailer of its fields.</param>
    public StackRewriter(PerfEventAttributes recorded) => (_shortener, _others) = (new SampleShortener(recorded), new RecordDecoder(recorded));

    /// <summary>The event as a file must have it.</summary>
    public PerfEventAttributes Written => _shortener.Written;

    /// <summary>What came of the stacks so far.</summary>
    public StackEnds Ends => _stacks.Ends;

    /// <summary>Takes what a record tells of processes and what they have mapped; others are passed over.</summary>
    /// <param name="record">The record with its head.</param>
    public void Follow(ReadOnlySpan<byte> record)
    {
        if (_others.TryRecord(record, out PerfRecord read))
            _stacks.On(in read);
    }

    /// <summary>Writes a sample anew.</summary>
    /// <param name="record">The sample with its head.</param>
    /// <param name="into">Room for the longest record, which has 65,535 bytes.</param>
    /// <returns>Bytes that were written; 0 where the sample makes no sense.</returns>
    public int Rewrite(ReadOnlySpan<byte> record, Span<byte> into)
    {
        return _shortener.TryRead(record, out PerfSample sample) ? _shortener.Write(record, _stacks.ChainOf(in sample), into) : 0;
    }

    /// <inheritdoc/>
    public void Dispose() => _stacks.Dispose();
}
