using System.Globalization;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Files;

namespace Fathom.Sources.Targets.Ports;

/// <summary>
/// A <see cref="StartPort"/> once more, where programs see other files than we do (a root folder or a mount namespace of their own): the path in their environment leads to nothing there, and
/// their runtime would wait for ever.
/// </summary>
/// <remarks>
/// What lies there is theirs to make: no link is followed on the way (openat2), and a folder that is not ours is not used. Nothing is left when this is disposed of.
/// </remarks>
internal sealed unsafe partial class PortElsewhere : IDisposable
{
    private const nint OpenAt2 = 437;
    private const ulong InRoot = 0x10;
    private const ulong NoMagicLinks = 0x2;
    private const ulong NoLinks = 0x4;
    private const int RemoveFolder = 0x200;
    private const uint ForOthersToPass = 0x1C9;
    private const int Waiting = 512;
    private const uint ForAll = 0x1B6;

    private readonly int _above;
    private readonly int _folder;
    private readonly string _folderName;
    private readonly string _name;

    private PortElsewhere(int above, int folder, string folderName, string name, Socket listener)
    {
        (_above, _folder, _folderName, _name) = (above, folder, folderName, name);
        Listener = listener;
    }

    /// <summary>The listening socket.</summary>
    public Socket Listener { get; }

    /// <summary>Opens it.</summary>
    /// <param name="processId">A process that sees those files.</param>
    /// <param name="path">The path of the port, in a folder of its own.</param>
    /// <returns>Null where that cannot be.</returns>
    public static PortElsewhere? TryOpen(int processId, string path)
    {
        string folderPath = Path.GetDirectoryName(path)!, name = Path.GetFileName(path), folderName = Path.GetFileName(folderPath);
        int root = FileCalls.OpenFolder(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/root"));
        int above = root < 0 ? -1 : OpenBelow(root, Path.GetDirectoryName(folderPath)!, InRoot);
        int folder = above < 0 ? -1 : MakeFolder(above, folderName);
        if (root >= 0)
            _ = FileCalls.Close(root);
        if (folder >= 0 && Listen(folder, name) is { } listener)
            return new PortElsewhere(above, folder, folderName, name, listener);
        if (folder >= 0)
            _ = FileCalls.Close(folder);
        if (above >= 0)
            _ = FileCalls.Close(above);
        return null;
    }

    /// <summary>Listens no longer.</summary>
    /// <param name="isLeft">Whether the socket stays, for who listens there next.</param>
    public void Close(bool isLeft)
    {
        Listener.Dispose();
        if (!isLeft)
        {
            _ = Remove(_folder, _name, 0);
            _ = Remove(_above, _folderName, RemoveFolder);
        }

        _ = FileCalls.Close(_folder);
        _ = FileCalls.Close(_above);
    }

    /// <inheritdoc/>
    public void Dispose() => Close(isLeft: false);

    // One that is there already is of a Fathom that was killed, or of somebody else.
    private static int MakeFolder(int above, string name)
    {
        fixed (byte* bytes = Text(name))
            _ = MakeDirectory(above, bytes, ForOthersToPass);
        int folder = OpenBelow(above, name, 0);
        if (folder < 0)
            return -1;
        string opened = string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{folder}");
        if (FileOwner.Of(opened) == FileOwner.OwnUser)
        {
            _ = ChangeMode(opened, ForOthersToPass);
            return folder;
        }

        _ = FileCalls.Close(folder);
        return -1;
    }

    private static Socket? Listen(int folder, string name)
    {
        Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            _ = Remove(folder, name, 0);
            string path = string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{folder}/{name}");
            listener.Bind(new UnixDomainSocketEndPoint(path));
            listener.Listen(Waiting);
            _ = ChangeMode(path, ForAll);
            return listener;
        }
        catch (Exception e) when (e is SocketException or IOException or UnauthorizedAccessException)
        {
            listener.Dispose();
            return null;
        }
    }

    private static int OpenBelow(int folder, string path, ulong resolve)
    {
        ulong* how = stackalloc ulong[] { (ulong)FileCalls.Folder, 0, resolve | NoLinks | NoMagicLinks };
        fixed (byte* bytes = Text(path))
            return (int)SystemCall(OpenAt2, folder, (nint)bytes, (nint)how, 3 * sizeof(ulong));
    }

    private static int Remove(int folder, string name, int flags)
    {
        fixed (byte* bytes = Text(name))
            return Unlink(folder, bytes, flags);
    }

    private static byte[] Text(string path) => Encoding.UTF8.GetBytes(path + '\0');

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "chmod", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ChangeMode(string path, uint mode);

    [LibraryImport("libc", EntryPoint = "mkdirat", SetLastError = true)]
    private static partial int MakeDirectory(int folder, byte* path, uint mode);

    [LibraryImport("libc", EntryPoint = "unlinkat", SetLastError = true)]
    private static partial int Unlink(int folder, byte* path, int flags);
}
