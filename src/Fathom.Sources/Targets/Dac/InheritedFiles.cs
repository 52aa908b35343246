using System.Globalization;
using System.Runtime.InteropServices;

namespace Fathom.Sources.Targets.Dac;

/// <summary>Files that this process was started with, such as by <c>fathom … 3&lt;FILE</c>, and that its children would be started with as well.</summary>
internal static unsafe partial class InheritedFiles
{
    private const int FirstOther = 3;
    private const int SetFlags = 2;
    private const int CloseOnExec = 1;

    /// <summary>Keeps all but the standard ones from children that are started from now on. Nothing else of them changes.</summary>
    public static void Keep()
    {
        foreach (string link in Directory.EnumerateFileSystemEntries("/proc/self/fd").ToList())
        {
            if (int.TryParse(Path.GetFileName(link), NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= FirstOther)
                _ = Control(number, SetFlags, CloseOnExec);
        }
    }

    [LibraryImport("libc", EntryPoint = "fcntl")]
    private static partial int Control(int file, int command, nint argument);
}
