using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Fathom.Sources.Targets.Ports;

/// <summary>Who was at the other end of a local socket when it began to listen: SO_PEERCRED of unix(7). The process may have ended since, and its number may be that of another one.</summary>
/// <param name="ProcessId">Number (pid) in our PID namespace; 0 for one that is not in it.</param>
/// <param name="UserId">Its effective user then, in our user namespace.</param>
internal readonly record struct SocketPeer(int ProcessId, uint UserId)
{
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;
    private const int CredentialInts = 3;

    /// <summary>Asks the kernel.</summary>
    /// <exception cref="SocketException">The kernel does not say it.</exception>
    public static SocketPeer Of(Socket socket)
    {
        Span<int> credentials = stackalloc int[CredentialInts];
        socket.GetRawSocketOption(SocketLevel, PeerCredentials, MemoryMarshal.AsBytes(credentials));
        return new SocketPeer(credentials[0], (uint)credentials[1]);
    }
}
