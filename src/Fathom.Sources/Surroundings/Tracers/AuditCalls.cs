using System.Runtime.InteropServices;

namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>The calls for a netlink socket, which the sockets of .NET do not know.</summary>
internal static unsafe partial class AuditCalls
{
    public const int Netlink = 16;
    public const int Raw = 3;
    public const int CloseOnExec = 0x80000;
    public const int Audit = 9;
    public const int SocketLevel = 1;
    public const int ReceiveTimeout = 20;

    [LibraryImport("libc", EntryPoint = "socket", SetLastError = true)]
    public static partial int Socket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "setsockopt", SetLastError = true)]
    public static partial int SetOption(int socket, int level, int option, void* value, int bytes);

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    public static partial nint Send(int socket, byte* bytes, nint count, int flags);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    public static partial nint Receive(int socket, byte* bytes, nint count, int flags);
}
