namespace Fathom.Sources.Metrics;

/// <summary>What a thread did since the look before.</summary>
/// <param name="Tid">Number of the thread.</param>
/// <param name="Name">The first 15 bytes of its name.</param>
/// <param name="State">What it does now: running, sleeping, disk, stopped.</param>
/// <param name="CpuNs">Time on a processor, in nanoseconds.</param>
/// <param name="ReadyNs">Time in which it could have run and no processor was free, in nanoseconds; null where the kernel does not tell.</param>
public readonly record struct ThreadUse(int Tid, string Name, string State, long CpuNs, long? ReadyNs);
