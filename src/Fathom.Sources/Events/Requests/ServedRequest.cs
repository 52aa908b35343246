namespace Fathom.Sources.Events.Requests;

/// <summary>A request that Kestrel begins or ends.</summary>
public readonly ref struct ServedRequest
{
    internal ServedRequest(ReadOnlySpan<char> connectionId, ReadOnlySpan<char> requestId, ReadOnlySpan<char> version, ReadOnlySpan<char> path, ReadOnlySpan<char> method)
    {
        ConnectionId = connectionId;
        RequestId = requestId;
        Version = version;
        Path = path;
        Method = method;
    }

    /// <summary>The connection that it came by.</summary>
    public ReadOnlySpan<char> ConnectionId { get; }

    /// <summary>Its trace identifier. A program may change it between begin and end.</summary>
    public ReadOnlySpan<char> RequestId { get; }

    /// <summary>Of the protocol, such as HTTP/1.1.</summary>
    public ReadOnlySpan<char> Version { get; }

    /// <summary>The path, without the query.</summary>
    public ReadOnlySpan<char> Path { get; }

    /// <summary>Its method, such as GET.</summary>
    public ReadOnlySpan<char> Method { get; }

    /// <summary>Whether a connection has one request of this version at a time.</summary>
    public bool IsAlone => Version.StartsWith("HTTP/1", StringComparison.Ordinal);
}
