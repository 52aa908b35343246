namespace Fathom.Render.Text;

/// <summary>Shortens a line of a tree: what connects it with others stays, of the name behind it its end with the method.</summary>
internal static class BranchText
{
    private const string Connecting = "│├└ *";

    /// <summary>The text in at most some columns.</summary>
    public static string Clip(string text, int width)
    {
        if (TextWidth.Of(text) <= width)
            return text;
        int lead = 0;
        while (lead < text.Length && lead < width / 2 && Connecting.Contains(text[lead], StringComparison.Ordinal))
            lead++;
        string name = text[lead..].TrimStart([.. Connecting]);
        // Parameters and namespaces go first, the type and the method last.
        string[] ways = [name, WithoutParameters(name), WithoutNamespace(name), WithoutNamespace(WithoutParameters(name))];
        string shown = Array.Find(ways, way => TextWidth.Of(way) <= width - lead) ?? ways[^1];
        return text[..lead] + TextWidth.Clip(shown, width - lead, keepEnd: true);
    }

    private static string WithoutParameters(string name) =>
        name.EndsWith(')') && name.IndexOf('(', 1) is > 0 and int open ? name[..open] : name;

    // "A.B.Type.Method(C.D)" is "Type.Method(C.D)"; generic arguments and parameters have dots too.
    private static string WithoutNamespace(string name)
    {
        int end = name.AsSpan().IndexOfAny('(', '[', '<');
        ReadOnlySpan<char> head = end < 0 ? name : name.AsSpan(0, end);
        int method = head.LastIndexOf('.');
        int type = method <= 0 ? -1 : head[..method].LastIndexOf('.');
        return type < 0 ? name : name[(type + 1)..];
    }
}
