using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Rows;

/// <summary>A lookup that has not ended.</summary>
/// <param name="row">What is known of it.</param>
/// <param name="type">Number of the type of record.</param>
internal sealed class OpenLookup(DnsLookupRow row, uint type)
{
    private const int MostServers = 16;

    private readonly List<string> _servers = [];

    /// <summary>What was known at its begin.</summary>
    public DnsLookupRow Row { get; } = row;

    /// <summary>Number of the type of record.</summary>
    public uint Type { get; } = type;

    /// <summary>Times that a server did not answer.</summary>
    public int Timeouts { get; set; }

    /// <summary>The servers that were asked, with semicolons between them; null for none.</summary>
    public string? Servers => _servers.Count == 0 ? null : string.Join(';', _servers);

    /// <summary>A server is asked.</summary>
    /// <param name="server">Which one.</param>
    /// <param name="text">The same as a text, which lookups share; made here where it is needed.</param>
    public void Asked(ReadOnlySpan<char> server, ref string? text)
    {
        foreach (string known in _servers)
        {
            if (server.SequenceEqual(known))
                return;
        }

        if (_servers.Count < MostServers)
            _servers.Add(text ??= server.ToString());
    }
}
