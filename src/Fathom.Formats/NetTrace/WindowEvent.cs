namespace Fathom.Formats.NetTrace;

/// <summary>An event that waits for its turn.</summary>
internal struct WindowEvent
{
    /// <summary>What stands before its payload.</summary>
    public EventHeader Header;

    /// <summary>Its kind.</summary>
    public EventMetadata Kind;

    /// <summary>Where its payload is kept.</summary>
    public int Place;
}
