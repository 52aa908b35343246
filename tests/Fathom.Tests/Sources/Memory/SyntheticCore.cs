using Fathom.Sources.Targets.Reading;

namespace Fathom.Tests.Sources.Memory;

/// <summary>A core that holds no byte.</summary>
internal sealed class SyntheticCore : ITargetMemory
{
    public int Read(ulong address, Span<byte> buffer) => 0;

    public ulong NextReadable(ulong address, ulong limit) => limit;
}
