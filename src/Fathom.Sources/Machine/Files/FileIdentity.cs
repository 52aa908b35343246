using System.Globalization;
using Fathom.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Files;

/// <summary>Which file an open one is: device and number, as <c>/proc/PID/maps</c> names them.</summary>
internal static class FileIdentity
{
    /// <summary>Whether an open file is the one that a line of <c>/proc/PID/maps</c> means.</summary>
    /// <param name="file">The opened file.</param>
    /// <param name="device">The device: <c>fe:01</c>.</param>
    /// <param name="number">The file's number on it.</param>
    public static bool Is(SafeFileHandle file, string device, ulong number)
    {
        bool isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            return FileStatus.TryRead((int)file.DangerousGetHandle(), FileStatus.Basic, out FileStatus status)
                && status.Inode == number
                && string.Create(CultureInfo.InvariantCulture, $"{status.DeviceMajor:x2}:{status.DeviceMinor:x2}") == device;
        }
        finally
        {
            if (isHeld)
                file.DangerousRelease();
        }
    }
}
