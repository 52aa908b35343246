using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>What a record says beside its fields and its stack.</summary>
/// <param name="Kind">Its kind.</param>
/// <param name="Ticks">Its time.</param>
/// <param name="Pid">Its process; -1 where nobody tells.</param>
/// <param name="Thread">Its thread; 0 where nobody tells.</param>
/// <param name="Processor">The processor that wrote it.</param>
/// <param name="PointerSize">4 or 8.</param>
internal readonly record struct EtlEvent(EventMetadata Kind, long Ticks, int Pid, int Thread, int Processor, int PointerSize)
{
    /// <summary>The activity that it belongs to; empty for none.</summary>
    public Guid Activity { get; init; }

    /// <summary>The activity that began that one; empty for none.</summary>
    public Guid Related { get; init; }
}
