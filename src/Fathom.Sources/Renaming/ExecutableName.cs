namespace Fathom.Sources.Renaming;

/// <summary>How executables are named in rules and in names of processes: <c>Shop</c>, <c>Shop.dll</c> and <c>Shop.exe</c> are the same one.</summary>
internal static class ExecutableName
{
    /// <summary>The name without .dll or .exe.</summary>
    public static string WithoutExtension(string file) =>
        file.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || file.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? file[..^4] : file;
}
