namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>
/// Names of methods as NGEN writes them: <c>[COLD] Type`1[System.Int64].Method[System.Int32](System.String){shared}</c>. They are shown as
/// runtimes tell names of methods: code that is rarely run counts to its method, and parameters, type arguments of the method itself and
/// remarks are left out.
/// </summary>
internal static class NgenName
{
    private const string Cold = "[COLD] ";

    /// <summary>Type and method; a name of another form as it stands.</summary>
    public static string Of(string name)
    {
        ReadOnlySpan<char> text = name;
        if (text.StartsWith(Cold))
            text = text[Cold.Length..];
        int parameters = text.IndexOf('(');
        if (parameters <= 0)
            return text.ToString();
        text = text[..parameters];
        if (text[^1] == ']' && OpeningOf(text) is > 0 and var at)
            text = text[..at];
        return text.ToString();
    }

    private static int OpeningOf(ReadOnlySpan<char> text)
    {
        int depth = 0;
        for (int i = text.Length - 1; i >= 0; i--)
        {
            depth += text[i] == ']' ? 1 : text[i] == '[' ? -1 : 0;
            if (depth == 0)
                return i;
        }

        return -1;
    }
}
