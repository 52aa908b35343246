namespace Fathom.Formats.NetTrace;

/// <summary>Gets what a stream holds, on the thread that reads it.</summary>
public interface INetTraceSink
{
    /// <summary>A kind of event was described. A <see cref="EventMetadata.Tag"/> must be set for events of this kind to be handed over.</summary>
    void OnMetadata(EventMetadata metadata);

    /// <summary>An event of a kind with a tag. It is valid during the call only.</summary>
    void OnEvent(in NetTraceEvent at);
}
