using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Fathom.Sources.Targets.Ports;

/// <summary>Who is at the other end of a local socket: SO_PEERCRED of unix(7), which is the process that listens, as the kernel knows it.</summary>
internal static class SocketPeer
{
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;
    private const int CredentialInts = 3;

    /// <summary>Number (pid) of the process that listens, in our PID namespace; 0 for one that is not in it.</summary>
    /// <exception cref="SocketException">The kernel does not tell.</exception>
    public static int ProcessOf(Socket socket)
    {
        Span<int> credentials = stackalloc int[CredentialInts];
        socket.GetRawSocketOption(SocketLevel, PeerCredentials, MemoryMarshal.AsBytes(credentials));
        return credentials[0];
    }
}
