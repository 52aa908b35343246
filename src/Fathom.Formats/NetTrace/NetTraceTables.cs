namespace Fathom.Formats.NetTrace;

/// <summary>What events refer to by number.</summary>
/// <param name="header">The stream.</param>
internal sealed class NetTraceTables(NetTraceHeader header)
{
    /// <summary>Call stacks.</summary>
    public StackTable Stacks { get; } = new(header.PointerSize);

    /// <summary>Labels.</summary>
    public LabelTable Labels { get; } = new();

    /// <summary>Threads.</summary>
    public ThreadTable Threads { get; } = new((ulong)header.ProcessId);
}
