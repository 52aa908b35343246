using System.Text.RegularExpressions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>Nobody connects to a socket but those who know whose it is: a port that lies where that of a program should be may be of anybody.</summary>
public sealed partial class ConnectionTests
{
    // RuntimePort asks the kernel who listens before it writes; it is the only one who connects by PortAddress.
    private static readonly string[] s_connecting =
    [
        "src/Fathom.Sources/DumpWriting/HookFolder.cs", // whether anybody listens on a socket of ours; nothing is written
        "src/Fathom.Sources/Targets/Ports/PortAddress.cs",
        "src/Fathom.Sources/Targets/Ports/RuntimePort.cs",
        "src/Fathom.StartupHook/StartupHook.cs", // of the program that is dumped, to us
        "src/Fathom.Testing/DiagnosticPort.cs", // a test, to its own process
    ];

    [Fact]
    public void Sockets_are_connected_in_one_place_that_asks_who_listens()
    {
        Dictionary<string, string> sources = Directory.EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.cs", SearchOption.AllDirectories)
            .ToDictionary(static file => Path.GetRelativePath(Repository.Root, file), static file => File.ReadAllText(file));

        Assert.Equal(s_connecting, sources.Where(static source => Connecting().IsMatch(source.Value)).Select(static source => source.Key).Order(StringComparer.Ordinal));
        Assert.Matches(@"PortAddress\.Connect\(socket, path\);\s+socket\.Blocking = true;\s+CheckPeer\(socket, path\);", sources["src/Fathom.Sources/Targets/Ports/RuntimePort.cs"]);
        Assert.Empty(sources.Where(static source => source.Value.Contains("NETCore.Client", StringComparison.Ordinal)).Select(static source => source.Key));
    }

    [GeneratedRegex(@"\.Connect(Async)?\(|\bDiagnosticsClient\b|EntryPoint = ""connect""")]
    private static partial Regex Connecting();
}
