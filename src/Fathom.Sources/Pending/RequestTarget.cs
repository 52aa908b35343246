namespace Fathom.Sources.Pending;

/// <summary>What of the target of a request is shown: not the query, the fragment or the user, which may be secret.</summary>
internal static class RequestTarget
{
    /// <summary>Most characters of a target.</summary>
    public const int MaxLength = 200;

    private const string More = "…";

    /// <summary>The part of a target that is shown.</summary>
    /// <param name="text">A path or an absolute address.</param>
    public static string Of(string text)
    {
        int end = text.AsSpan().IndexOfAny('?', '#');
        string shown = end < 0 ? text : text[..end];
        // A backslash separates too.
        int scheme = shown.IndexOf(':');
        if (scheme > 0 && scheme + 2 < shown.Length && shown[scheme + 1] is '/' or '\\' && shown[scheme + 2] is '/' or '\\')
        {
            int from = scheme + 3;
            int path = shown.AsSpan(from).IndexOfAny('/', '\\');
            int user = shown.AsSpan(from, path < 0 ? shown.Length - from : path).LastIndexOf('@');
            if (user >= 0)
                shown = shown[..from] + shown[(from + user + 1)..];
        }

        if (shown.Length <= MaxLength)
            return shown;
        return shown[..(char.IsHighSurrogate(shown[MaxLength - 1]) ? MaxLength - 1 : MaxLength)] + More;
    }
}
