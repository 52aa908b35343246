namespace Fathom.Sources.Traces.Perf;

/// <summary>Names of methods as the runtime writes them into a perf map: <c>void [Module] Type::Method(int32)[Tier0]</c>.</summary>
internal static class CompiledName
{
    /// <summary>Type, method and parameter types, and the file name of the module; a name of another form, as that of a stub, as it stands.</summary>
    public static (string Name, string? Module) Of(string text)
    {
        int open = text.IndexOf('[', StringComparison.Ordinal);
        int close = open < 0 ? -1 : text.IndexOf("] ", open, StringComparison.Ordinal);
        int colons = close < 0 ? -1 : text.IndexOf("::", close, StringComparison.Ordinal);
        if (colons < 0)
            return (text, null);
        string module = text[(open + 1)..close] + ".dll";
        string rest = text[(close + 2)..];
        if (rest.EndsWith(']') && rest.LastIndexOf('[') is > 0 and int tier && rest.LastIndexOf(')') is > 0 and int end && end < tier)
            rest = rest[..tier];
        return (rest.Replace("::", ".", StringComparison.Ordinal), module);
    }
}
