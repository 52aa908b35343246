using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Fathom.Sources.Traces.Live;

namespace Fathom.Recorder.Unwinding;

/// <summary>Those of all events, which know the same processes. For one thread.</summary>
public sealed class StackRewriters : IDisposable
{
    private const PerfSampleFields Dump = PerfSampleFields.UserRegisters | PerfSampleFields.UserStack;

    private readonly LiveStacks _stacks = new();
    private readonly RecordDecoder _others;
    private readonly StackRewriter?[] _byEvent;

    /// <summary>Begins.</summary>
    /// <param name="recorded">The events as they are recorded; records that are no samples have the trailer of the first one's fields.</param>
    public StackRewriters(IReadOnlyList<PerfEventAttributes> recorded)
    {
        _others = new RecordDecoder(recorded[0]);
        _byEvent = [.. recorded.Select(each => each.SampleFields.HasFlag(Dump) ? new StackRewriter(each, _stacks) : null)];
    }

    /// <summary>Files that were left out because of their size: frames in them could not be passed.</summary>
    public long LeftOutFiles => _stacks.LeftOutFiles;

    /// <summary>That of an event, by its place; null where its samples go as they are.</summary>
    public StackRewriter? Of(int source) => _byEvent[source];

    /// <summary>Takes what a record tells of processes and what they have mapped; others are passed over.</summary>
    /// <param name="record">The record with its head.</param>
    public void Follow(ReadOnlySpan<byte> record)
    {
        if (_others.TryRecord(record, out PerfRecord read))
            _stacks.On(in read);
    }

    /// <inheritdoc/>
    public void Dispose() => _stacks.Dispose();
}
