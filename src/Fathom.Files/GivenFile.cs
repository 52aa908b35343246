using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Files;

/// <summary>
/// What the shell hands over by a path, such as <c>/dev/stdout</c> and <c>/dev/fd/63</c> of <c>&lt;(…)</c>, and devices such as <c>/dev/null</c>. They are written and read where they are; no
/// file is made, replaced or cut off. A pipe that nobody has open at its other end is refused, where an ordinary open would wait for ever.
/// </summary>
public static unsafe class GivenFile
{
    private const int NoControllingTerminal = 0x100;
    private const int SetFlags = 4;
    private static readonly string[] s_handedOver = ["/dev/fd/", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/proc/self/fd/"];

    /// <summary>Whether a path is such a one.</summary>
    public static bool Is(string path)
    {
        if (!path.StartsWith("/dev/", StringComparison.Ordinal) && !path.StartsWith("/proc/self/fd/", StringComparison.Ordinal))
            return false;
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
        {
            return FileStatus.TryRead(name, 0, FileStatus.Type, out FileStatus status)
                && (status.Kind == FileKind.Device
                    || (status.Kind is FileKind.Pipe or FileKind.Regular or FileKind.Socket && s_handedOver.Any(start => path.StartsWith(start, StringComparison.Ordinal))));
        }
    }

    /// <summary>Opens it for writing.</summary>
    /// <exception cref="IOException">It cannot be opened.</exception>
    public static FileStream OpenWrite(string path) => Open(path, FileCalls.WriteOnly, FileAccess.Write);

    /// <summary>Opens it for reading.</summary>
    /// <exception cref="IOException">It cannot be opened.</exception>
    public static FileStream OpenRead(string path) => Open(path, FileCalls.ReadOnly, FileAccess.Read);

    private static FileStream Open(string path, int flags, FileAccess access)
    {
        int file;
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
            file = FileCalls.Open(name, flags | FileCalls.CloseOnExec | FileCalls.NonBlocking | NoControllingTerminal);
        if (file < 0)
            throw new IOException($"{Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError())} : '{path}'");
        // Waiting is for the open only.
        _ = FileCalls.Control(file, SetFlags, 0);
        return new FileStream(new SafeFileHandle(file, ownsHandle: true), access);
    }
}
