using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb;

/// <summary>Finds the DuckDB library that was built with Fathom. No other copy on the machine is used, so the version is known.</summary>
public static partial class DuckDbLibrary
{
    /// <summary>The name that the native declarations use.</summary>
    internal const string Name = "duckdb";

    private static nint s_library;

    /// <summary>Loads the library, which takes some 10 ms, from another thread while something else is done. A failure shows at the first use.</summary>
    public static void BeginLoad() => new Thread(static () => TryLoad(out _)) { IsBackground = true, Name = "DuckDB library" }.Start();

    /// <summary>
    /// Gives back the memory that the library's code and tables take, some 30 MB, until they are needed again. They are unchanged pages of a file, so the
    /// kernel brings them back by itself: for a process that writes a little every few minutes.
    /// </summary>
    public static unsafe void ReleasePages()
    {
        const int dontNeed = 4;
        if (!OperatingSystem.IsLinux() || s_library == 0)
            return;
        foreach (string line in File.ReadLines("/proc/self/maps"))
        {
            // "7f00-7f10 r-xp 00000000 …": code, and the part at the start of the file that is read only. What the loader changed lies further back.
            string[] fields = line.Split(' ', 4);
            bool isUnchanged = fields[1] == "r-xp" || (fields[1] == "r--p" && fields[2].AsSpan().IndexOfAnyExcept('0') < 0);
            if (!isUnchanged || !line.EndsWith("/" + FileName, StringComparison.Ordinal))
                continue;
            int dash = fields[0].IndexOf('-');
            nuint start = nuint.Parse(fields[0].AsSpan(0, dash), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
            nuint end = nuint.Parse(fields[0].AsSpan(dash + 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
            _ = Advise((void*)start, end - start, dontNeed);
        }
    }

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static unsafe partial int Advise(void* address, nuint length, int advice);

    /// <summary>Resolves <see cref="Name"/> for an assembly; other names fall through to the runtime's own search. Called once per native function.</summary>
    internal static nint Resolve(string name, Assembly _, DllImportSearchPath? __)
    {
        if (name != Name)
            return 0;
        if (s_library != 0 || TryLoad(out s_library))
            return s_library;
        throw new DllNotFoundException($"The DuckDB library is not at '{BesideRuntime}'.");
    }

    private static string FileName => OperatingSystem.IsWindows() ? "duckdb.dll" : OperatingSystem.IsMacOS() ? "libduckdb.dylib" : "libduckdb.so";

    private static string BesideRuntime => Path.Combine(AppContext.BaseDirectory, "runtimes", Rid, "native", FileName);

    private static bool TryLoad(out nint library) =>
        NativeLibrary.TryLoad(BesideRuntime, out library) || NativeLibrary.TryLoad(Path.Combine(AppContext.BaseDirectory, FileName), out library);

    private static string Rid
    {
        get
        {
            string system = OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : "linux";
            return RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? $"{system}-arm64" : $"{system}-x64";
        }
    }
}
