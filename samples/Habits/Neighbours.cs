using System.Net;
using System.Net.Sockets;

namespace Habits;

/// <summary>A shop that is gone, and whose name is looked up again and again. No server knows names below "invalid" (RFC 6761).</summary>
internal static class Neighbours
{
    private const string Gone = "gone-shop.invalid";

    public static void Begin() => new Thread(Look) { IsBackground = true }.Start();

    private static void Look()
    {
        while (true)
        {
            try
            {
                Dns.GetHostAddresses(Gone);
            }
            catch (SocketException)
            {
                // As always.
            }

            Thread.Sleep(40);
        }
    }
}
