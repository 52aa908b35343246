namespace Fathom.Sources.Events.Requests;

/// <summary>A request begins.</summary>
public readonly ref struct RequestStarted
{
    internal RequestStarted(ReadOnlySpan<char> method, ReadOnlySpan<char> scheme, ReadOnlySpan<char> host, int port, ReadOnlySpan<char> path)
    {
        Method = method;
        Scheme = scheme;
        Host = host;
        Port = port;
        Path = path;
    }

    /// <summary>Whether the program answers it, and does not ask it.</summary>
    public bool IsServer => Scheme.IsEmpty;

    /// <summary>Its method, such as GET; empty for a client's, which does not tell.</summary>
    public ReadOnlySpan<char> Method { get; }

    /// <summary>http or https; empty for a server's.</summary>
    public ReadOnlySpan<char> Scheme { get; }

    /// <summary>The host that is asked; empty for a server's.</summary>
    public ReadOnlySpan<char> Host { get; }

    /// <summary>Its port; 0 for a server's.</summary>
    public int Port { get; }

    /// <summary>The path; of a client's with the query.</summary>
    public ReadOnlySpan<char> Path { get; }
}
