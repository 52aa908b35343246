namespace Fathom.Sources.Events.Requests;

/// <summary>A request failed with an exception.</summary>
public readonly ref struct RequestFailed
{
    internal RequestFailed(bool isServer, ReadOnlySpan<char> message)
    {
        IsServer = isServer;
        Message = message;
    }

    /// <summary>Whether the program answers it, and does not ask it.</summary>
    public bool IsServer { get; }

    /// <summary>Message of the exception; empty where it is not told.</summary>
    public ReadOnlySpan<char> Message { get; }
}
