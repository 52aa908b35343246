using System.Net.Sockets;
using System.Text;
using Fathom.Files;

namespace Fathom.Sources.Targets.Ports;

/// <summary>Connects to sockets by their path, however long that is: the address of a socket has room for 107 bytes, and the path into a container is longer soon.</summary>
internal static class PortAddress
{
    private const int MostBytes = 107;

    /// <summary>Connects.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="path">The path.</param>
    /// <exception cref="SocketException">Nobody listens there, or nobody can now.</exception>
    public static void Connect(Socket socket, string path)
    {
        if (Encoding.UTF8.GetByteCount(path) <= MostBytes)
        {
            socket.Connect(new UnixDomainSocketEndPoint(path));
            return;
        }

        // A folder that is open has a short name.
        int folder = FileCalls.OpenFolder(Path.GetDirectoryName(path)!);
        if (folder < 0)
            throw new SocketException((int)SocketError.AddressNotAvailable);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"/proc/self/fd/{folder}/{Path.GetFileName(path)}")));
        }
        finally
        {
            _ = FileCalls.Close(folder);
        }
    }
}
