using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Stacks;

/// <summary>Names methods once each, and numbers them. Belongs to one look at a target.</summary>
internal sealed class MethodBook
{
    private readonly Dictionary<ulong, KnownMethod> _byMethodDesc = [];
    private readonly Dictionary<(string Name, string? Module), KnownMethod> _byName = [];
    private readonly List<KnownMethod> _methods = [];

    /// <summary>All methods so far; the method with number n is at n - 1.</summary>
    public IReadOnlyList<KnownMethod> Methods => _methods;

    /// <summary>The method of a frame.</summary>
    public KnownMethod Managed(ClrMethod method)
    {
        if (_byMethodDesc.TryGetValue(method.MethodDesc, out KnownMethod? known))
            return known;
        string type = method.Type?.Name ?? "";
        string shortName = method.Name ?? $"method 0x{method.MethodDesc:x}";
        string name = method.Signature ?? (type.Length == 0 ? shortName : $"{type}.{shortName}");
        known = Named(name, method.Type?.Module?.Name, type, shortName);
        _byMethodDesc.Add(method.MethodDesc, known);
        return known;
    }

    /// <summary>A native function, or a place in a module that no symbol covers.</summary>
    public KnownMethod Native(string name, string? module) => Named(name, module, "", name, isNative: true);

    // Two method descriptors of one name, such as instantiations that share code, are one method to a reader.
    private KnownMethod Named(string name, string? path, string type, string shortName, bool isNative = false)
    {
        string? module = isNative ? path : FileName(path);
        if (_byName.TryGetValue((name, module), out KnownMethod? known))
            return known;
        known = new KnownMethod((uint)_methods.Count + 1, name, type, shortName, module, WaitParts.Of(type, shortName)) { IsNative = isNative, Path = isNative ? null : path };
        _methods.Add(known);
        _byName.Add((name, module), known);
        return known;
    }

    private static string? FileName(string? path) => string.IsNullOrEmpty(path) ? null : Path.GetFileName(path);
}
