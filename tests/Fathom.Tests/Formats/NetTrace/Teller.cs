using Fathom.Formats.NetTrace;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Hands every event to a delegate.</summary>
internal sealed class Teller(Teller.Tell tell) : INetTraceSink
{
    public delegate void Tell(in NetTraceEvent at);

    public void OnMetadata(EventMetadata metadata) => metadata.Tag = this;

    public void OnEvent(in NetTraceEvent at) => tell(at);
}
