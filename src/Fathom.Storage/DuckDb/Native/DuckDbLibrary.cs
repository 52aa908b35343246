using System.Reflection;
using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb.Native;

/// <summary>Finds the DuckDB library that was built with Fathom. No other copy on the machine is used, so the version is known.</summary>
public static class DuckDbLibrary
{
    /// <summary>The name that the native declarations use.</summary>
    internal const string Name = "duckdb";

    private static nint s_library;

    /// <summary>Loads the library now. A failure shows at the first use.</summary>
    public static void Load()
    {
        if (s_library == 0)
            TryLoad(out s_library);
    }

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
