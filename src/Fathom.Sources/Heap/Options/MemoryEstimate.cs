namespace Fathom.Sources.Heap.Options;

/// <summary>How much memory a graph and the questions about it are expected to take.</summary>
/// <param name="Bytes">An estimate of what this process takes at most besides what it has anyway.</param>
/// <param name="AvailableBytes">What the machine and the control group of this process have available.</param>
public readonly record struct MemoryEstimate(long Bytes, long AvailableBytes);
