namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>What a tracepoint says happens to a socket.</summary>
public enum SocketStep
{
    /// <summary>It has another state.</summary>
    State,

    /// <summary>Something is sent again.</summary>
    Retransmit,

    /// <summary>Its program sends.</summary>
    Send,

    /// <summary>Its program receives.</summary>
    Receive,

    /// <summary>Something else, which tells its addresses too.</summary>
    Other,
}
