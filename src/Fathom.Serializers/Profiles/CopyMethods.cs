using Fathom.Model.Profiles;

namespace Fathom.Serializers.Profiles;

/// <summary>Which methods copy or clear memory. docs/serializers-measuring.md has the same list; a test compares them.</summary>
public static class CopyMethods
{
    /// <summary>Per type its methods; <c>*</c> for all.</summary>
    public static IReadOnlyDictionary<string, string[]> All { get; } = new Dictionary<string, string[]>(StringComparer.Ordinal)
    {
        ["System.Buffer"] = ["*"],
        ["System.SpanHelpers"] = ["Memmove", "MemmoveNative", "ClearWithoutReferences", "ClearWithReferences", "ZeroMemoryNative", "Fill"],
        ["System.Span`1"] = ["CopyTo", "TryCopyTo", "Clear", "Fill", "ToArray"],
        ["System.ReadOnlySpan`1"] = ["CopyTo", "TryCopyTo", "ToArray"],
        ["System.Array"] = ["Copy", "CopyImpl", "CopyTo", "Clear", "ConstrainedCopy", "Resize"],
        ["System.String"] = ["CopyTo", "CopyStringContent"],
        ["System.IO.MemoryStream"] = ["Write", "Read", "CopyTo", "WriteTo", "ToArray", "set_Capacity"],
    };

    /// <summary>Whether a method is one of them.</summary>
    public static bool Contains(TracedMethod method)
    {
        int arguments = method.Type.IndexOf('[');
        return All.TryGetValue(arguments < 0 ? method.Type : method.Type[..arguments], out string[]? names) && (names[0] == "*" || names.Contains(method.Name));
    }
}
