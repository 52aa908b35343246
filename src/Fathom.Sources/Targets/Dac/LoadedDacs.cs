using System.Text;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Sources.Targets.Dac;

/// <summary>The files of all DACs that this process has loaded, held open to its end.</summary>
/// <remarks>
/// ClrMD never unloads a DAC on Linux, and the loader gives a library that is loaded for its name, without a look at the file. A name such as
/// <c>/proc/self/fd/57</c> is free again for the next file as soon as 57 is closed: the DAC of the runtime before would read a target of another one, which
/// ends with wrong numbers or with a crash.
/// </remarks>
internal static class LoadedDacs
{
    private static readonly Lock s_gate = new();
    private static readonly Dictionary<(uint Major, uint Minor, ulong Inode), OpenedDac> s_held = [];

    /// <summary>Has a file held from now on.</summary>
    /// <param name="opened">The file. Where it is what is returned, it may no longer be closed.</param>
    /// <returns>What holds this very file: so a file that is loaded again has the same name again.</returns>
    /// <exception cref="FathomException">The kernel does not say which file it is.</exception>
    public static OpenedDac Hold(OpenedDac opened)
    {
        FileStatus status = StatusOf(opened.Path);
        lock (s_gate)
        {
            (uint, uint, ulong) file = (status.DeviceMajor, status.DeviceMinor, status.Inode);
            if (s_held.TryGetValue(file, out OpenedDac? held))
                return held;
            s_held.Add(file, opened);
            return opened;
        }
    }

    private static unsafe FileStatus StatusOf(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
        {
            return FileStatus.TryRead(name, 0, FileStatus.Basic, out FileStatus status)
                ? status
                : throw FathomException.Target($"The data access library can no longer be read: {path}.", "try again");
        }
    }
}
