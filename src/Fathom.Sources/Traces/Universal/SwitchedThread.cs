namespace Fathom.Sources.Traces.Universal;

/// <summary>A thread whose switches a machine-wide recorder tells: each says when it came to a processor, and how long it had none before.</summary>
/// <param name="number">Its number in the recording.</param>
/// <param name="startNs">Its begin, or that of the trace.</param>
internal sealed class SwitchedThread(uint number, long startNs)
{
    public uint Number { get; } = number;

    public long StartNs { get; } = startNs;

    /// <summary>Up to when its state was told.</summary>
    public long SinceNs { get; set; } = startNs;

    /// <summary>Whether it has run since then.</summary>
    public bool Runs { get; set; }

    /// <summary>The processor that it came to last.</summary>
    public int Cpu { get; set; }

    /// <summary>Its last sample on a processor.</summary>
    public long SampledNs { get; set; } = long.MinValue;

    /// <summary>Time on a processor.</summary>
    public long RunningNs { get; set; }

    /// <summary>Time without one.</summary>
    public long WaitingNs { get; set; }
}
