namespace Fathom.Sources.Origins;

/// <summary>The version in the path of a shared framework: <c>…/shared/Microsoft.NETCore.App/10.0.0/libcoreclr.so</c>.</summary>
internal static class FrameworkVersion
{
    /// <summary>The version; null where the path is none of a framework.</summary>
    public static string? Of(string path)
    {
        string[] parts = path.Split('/', '\\');
        return parts.Length > 4 && parts[^4] == "shared" && char.IsAsciiDigit(parts[^2].FirstOrDefault()) ? parts[^2] : null;
    }
}
