using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Cli.Frame;

/// <summary>
/// The limit of open files that this process was started with. The runtime raises the soft limit to the hard one when it starts.
/// Where that is too small, assemblies and libraries can no longer be loaded, and anything may fail with any error.
/// </summary>
internal static unsafe partial class ProcessLimit
{
    /// <summary>Files that must be allowed: 'heap' fails with 64, and 'record' on two processors with 100.</summary>
    public const int LeastFiles = 256;

    private const int OpenFiles = 7;

    /// <summary>Says that too few files may be open, with as few of them as possible.</summary>
    /// <returns>False where the limit is large enough.</returns>
    public static bool SayTooFewFiles()
    {
        ulong* limit = stackalloc ulong[2];
        if (Read(OpenFiles, limit) != 0 || limit[0] >= LeastFiles)
            return false;
        byte[] text = Encoding.ASCII.GetBytes(Sentence(limit[0]));
        fixed (byte* start = text)
            _ = Write(StandardStream.Error, start, text.Length);
        return true;
    }

    /// <summary>Files that may be open.</summary>
    public static string Files()
    {
        ulong* limit = stackalloc ulong[2];
        return Read(OpenFiles, limit) == 0 ? limit[0].ToString(CultureInfo.InvariantCulture) : "?";
    }

    private static string Sentence(ulong files) => string.Create(
        CultureInfo.InvariantCulture,
        $"error: Fathom may have {files} files open at once (ulimit -Hn) and needs {LeastFiles}.\n"
        + $"  next: raise the limit before it is started: ulimit -n 1024, as root or in limits.conf\n");

    [LibraryImport("libc", EntryPoint = "getrlimit")]
    private static partial int Read(int resource, ulong* limit);

    [LibraryImport("libc", EntryPoint = "write")]
    private static partial nint Write(int descriptor, byte* buffer, nint count);
}
