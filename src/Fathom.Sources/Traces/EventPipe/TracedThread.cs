using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A thread that events are about.</summary>
/// <param name="number">Its number in the recording, from 1.</param>
/// <param name="tid">Its number at the operating system.</param>
/// <param name="untilNs">Until when that number means it, exclusive.</param>
/// <param name="isNew">Whether no other trace of the recording tells of it.</param>
internal sealed class TracedThread(uint number, ulong tid, long untilNs, bool isNew)
{
    public uint Number { get; } = number;

    public ulong Tid { get; } = tid;

    public long UntilNs { get; } = untilNs;

    public bool IsNew { get; } = isNew;

    /// <summary>Its name; null where it is not told.</summary>
    public string? Name { get; set; }

    /// <summary>Time of its last event.</summary>
    public long LastNs { get; set; }

    /// <summary>Its switches and samples, where a machine-wide recorder tells them; null before the first.</summary>
    public SwitchedThread? Switches { get; set; }

    /// <summary>When the sampler saw it last; null before.</summary>
    public long? SampledNs { get; set; }
}
