namespace Fathom.Sources.Traces.Symbols;

/// <summary>Names of methods as the runtime writes them into a perf map: <c>void [Module] Type::Method(int32)[Tier0]</c>.</summary>
internal static class CompiledName
{
    /// <summary>
    /// Type and method, and the file name of the module; a name of another form, as that of a stub, as it stands. Parameters are left out: images write their types
    /// in another way, and a method is one in both. So are type arguments of the method itself, which events of a runtime do not tell; those of its type stay.
    /// </summary>
    public static (string Name, string? Module) Of(string text)
    {
        int open = text.IndexOf('[', StringComparison.Ordinal);
        int close = open < 0 ? -1 : text.IndexOf("] ", open, StringComparison.Ordinal);
        int colons = close < 0 ? -1 : text.IndexOf("::", close, StringComparison.Ordinal);
        if (colons < 0)
            return (text, null);
        string module = text[(open + 1)..close] + ".dll";
        string rest = text[(close + 2)..];
        int parameters = rest.IndexOf('(', StringComparison.Ordinal);
        if (parameters > 0)
            rest = rest[..parameters];
        return (WithoutArguments(rest).Replace("::", ".", StringComparison.Ordinal), module);
    }

    private static string WithoutArguments(string name)
    {
        int colons = name.IndexOf("::", StringComparison.Ordinal);
        int open = name.IndexOf('[', colons);
        return open > colons + 2 ? name[..open] : name;
    }
}
