using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Files;

/// <summary>Which file an open one is: device and number, as <c>/proc/PID/maps</c> names them.</summary>
internal static unsafe class FileIdentity
{
    private const int EmptyPath = 0x1000;
    private const uint Basic = 0x7ff;
    private const int StatXBytes = 256;
    private const int NumberOffset = 32;
    private const int MajorOffset = 136;
    private const int MinorOffset = 140;

    /// <summary>Whether an open file is the one that a line of <c>/proc/PID/maps</c> means.</summary>
    /// <param name="file">The file.</param>
    /// <param name="device">The device: <c>fe:01</c>.</param>
    /// <param name="number">The file's number on it.</param>
    public static bool Is(SafeFileHandle file, string device, ulong number)
    {
        byte* status = stackalloc byte[StatXBytes];
        byte none = 0;
        bool isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            return FileCalls.StatX((int)file.DangerousGetHandle(), &none, EmptyPath, Basic, status) == 0
                && *(ulong*)(status + NumberOffset) == number
                && string.Create(CultureInfo.InvariantCulture, $"{*(uint*)(status + MajorOffset):x2}:{*(uint*)(status + MinorOffset):x2}") == device;
        }
        finally
        {
            if (isHeld)
                file.DangerousRelease();
        }
    }
}
