namespace Fathom.Sources.Traces.Etl;

/// <summary>Paths of the registry as people write them.</summary>
internal static class RegistryPaths
{
    /// <summary>Stands for a part of a path that nobody tells.</summary>
    public const string Unknown = @"…\";

    private static readonly (string Kernel, string Short)[] s_roots = [(@"\REGISTRY\MACHINE", "HKLM"), (@"\REGISTRY\USER", "HKU")];

    /// <summary>The path of a key.</summary>
    /// <param name="path">As the kernel has it.</param>
    public static string Of(ReadOnlySpan<char> path)
    {
        foreach ((string kernel, string name) in s_roots)
        {
            if (path.StartsWith(kernel, StringComparison.OrdinalIgnoreCase) && (path.Length == kernel.Length || path[kernel.Length] == '\\'))
                return string.Concat(name, path[kernel.Length..]);
        }

        return path.ToString();
    }
}
