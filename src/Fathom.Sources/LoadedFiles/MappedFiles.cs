namespace Fathom.Sources.LoadedFiles;

/// <summary>Which files that a process has mapped are assemblies, and which are programs and libraries.</summary>
internal static class MappedFiles
{
    /// <summary>Whether a path is that of an assembly.</summary>
    public static bool IsAssembly(string path) => path.EndsWith(".dll", StringComparison.Ordinal)
        || path.EndsWith(".exe", StringComparison.Ordinal);
}
