using System.Net.Sockets;
using Fathom.Sources.Targets.Ports;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Ports;

/// <summary>Sockets whose path is longer than their address may be, and folders of sockets that are gone.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class PortAddressTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_path_may_be_of_any_length()
    {
        string made = Directory.CreateDirectory(_folder.File("a")).FullName, moved = _folder.File(new string('d', 200));
        using Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(Path.Combine(made, "socket")));
        listener.Listen();
        Directory.Move(made, moved);
        using Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

        PortAddress.Connect(socket, Path.Combine(moved, "socket"));

        using Socket other = listener.Accept();
        other.Send([7]);
        byte[] said = new byte[1];
        Assert.Equal((1, 7), (socket.Receive(said), said[0]));
    }

    [Fact]
    public void A_long_path_to_nothing_is_nobody_who_listens()
    {
        using Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

        Assert.Throws<SocketException>(() => PortAddress.Connect(socket, Path.Combine(_folder.File(new string('d', 200)), "socket")));
    }

    [Fact]
    public void A_folder_that_is_gone_has_no_ports() => Assert.Empty(RuntimePorts.Named(_folder.File("gone")));
}
