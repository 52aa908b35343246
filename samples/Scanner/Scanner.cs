using System.ComponentModel;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Guard;

/// <summary>Is asked by the kernel before a file of a folder is opened, reads it, and says yes. What waits when it ends is let through by the kernel.</summary>
internal sealed class Scanner : IDisposable
{
    // fanotify(7).
    private const uint CloseOnExec = 1, Content = 4, Add = 1, Allow = 1;
    private const ulong OpenAsked = 0x1_0000, OfChildren = 0x0800_0000;
    private const int CurrentFolder = -100, LargeFile = 0x8000;

    private readonly SafeFileHandle _group;
    private readonly byte[] _content = new byte[128 * 1024];

    private Scanner(SafeFileHandle group) => _group = group;

    public static Scanner Of(string folder)
    {
        int group = fanotify_init(CloseOnExec | Content, LargeFile);
        if (group < 0)
            throw new Win32Exception();
        Scanner scanner = new(new SafeFileHandle(group, ownsHandle: true));
        return fanotify_mark(group, Add, OpenAsked | OfChildren, CurrentFolder, folder) == 0 ? scanner : throw new Win32Exception();
    }

    public void Run()
    {
        Span<byte> asked = stackalloc byte[4096];
        while (true)
        {
            int length = Next(asked);
            for (int at = 0; at < length; at += BitConverter.ToInt32(asked[at..]))
                Answer(BitConverter.ToInt32(asked[(at + 16)..]));
        }
    }

    public void Dispose() => _group.Dispose();

    private unsafe int Next(Span<byte> asked)
    {
        fixed (byte* first = asked)
        {
            nint length = read((int)_group.DangerousGetHandle(), first, (nuint)asked.Length);
            return length >= 0 ? (int)length : throw new Win32Exception();
        }
    }

    // Looks for a pattern in the file.
    private unsafe void Answer(int descriptor)
    {
        using (SafeFileHandle file = new(descriptor, ownsHandle: true))
        {
            int length = RandomAccess.Read(file, _content, 0);
            int found = 0;
            for (int round = 0; round < 20; round++)
                found += _content.AsSpan(0, length).Count((byte)round);
            GC.KeepAlive(found);
            uint* answer = stackalloc uint[] { (uint)descriptor, Allow };
            if (write((int)_group.DangerousGetHandle(), answer, 8) != 8)
                throw new Win32Exception();
        }
    }

    [DllImport("libc", SetLastError = true)]
    private static extern int fanotify_init(uint flags, int eventFlags);

    [DllImport("libc", SetLastError = true)]
    private static extern int fanotify_mark(int group, uint flags, ulong mask, int folder, [MarshalAs(UnmanagedType.LPUTF8Str)] string path);

    [DllImport("libc", SetLastError = true)]
    private static extern unsafe nint read(int descriptor, byte* to, nuint length);

    [DllImport("libc", SetLastError = true)]
    private static extern unsafe nint write(int descriptor, void* from, nuint length);
}
