namespace Fathom.Sources.Origins;

/// <summary>The version in the path of a shared framework: <c>…/shared/Microsoft.NETCore.App/10.0.0/libcoreclr.so</c>.</summary>
internal static class FrameworkVersion
{
    private static readonly string[] s_keys = ["b77a5c561934e089", "b03f5f7f11d50a3a", "31bf3856ad364e35"];

    /// <summary>The version; null where the path is none of a framework.</summary>
    public static string? Of(string path)
    {
        string[] parts = path.Split('/', '\\');
        return parts.Length > 4 && parts[^4] == "shared" && char.IsAsciiDigit(parts[^2].FirstOrDefault()) ? parts[^2]
            : parts.Length > 4 && IsOfWindows(parts) ? Version(parts[^2])
            : null;
    }

    // v4.0.30319, or v4.0_4.0.0.0__b77a5c561934e089 with the version of the assembly.
    private static string Version(string folder)
    {
        int culture = folder.IndexOf("__", StringComparison.Ordinal);
        return culture <= 0 ? folder.TrimStart('v') : folder[(folder.LastIndexOf('_', culture - 1) + 1)..culture];
    }

    // …\Microsoft.NET\Framework64\v4.0.30319\clr.dll, and what the cache of assemblies has with the keys of Microsoft.
    private static bool IsOfWindows(string[] parts) =>
        (parts[^4].Equals("Microsoft.NET", StringComparison.OrdinalIgnoreCase) && parts[^3].StartsWith("Framework", StringComparison.OrdinalIgnoreCase))
        || (Array.Exists(parts, static part => part.StartsWith("GAC_", StringComparison.OrdinalIgnoreCase))
            && Array.Exists(s_keys, key => parts[^2].EndsWith(key, StringComparison.OrdinalIgnoreCase)));
}
