namespace Fathom.Sources.Events.Requests;

/// <summary>
/// Groups addresses that differ in values only. Each part of a path that is a number, a GUID or a hexadecimal number of twelve digits or more stands as <c>{…}</c>, and
/// the query is left out. Runtimes do not report the route templates of a program.
/// </summary>
public static class RoutePattern
{
    private const string Value = "{…}";
    private const int LeastHexDigits = 12;

    /// <summary>The pattern of a path, or of an address with scheme and host.</summary>
    /// <param name="url">The path or address.</param>
    /// <param name="room">Room for the answer: <see cref="Room"/> characters.</param>
    /// <returns>The pattern, in that room.</returns>
    public static ReadOnlySpan<char> Of(ReadOnlySpan<char> url, Span<char> room)
    {
        int scheme = url.IndexOf("://"), used = 0;
        int path = scheme < 0 ? 0 : url[(scheme + 3)..].IndexOf('/') is var slash and >= 0 ? scheme + 3 + slash : url.Length;
        int end = url.IndexOf('?') is var query and >= 0 ? query : url.Length;
        path = Math.Min(path, end);
        Append(room, ref used, url[..path]);
        ReadOnlySpan<char> rest = url[path..end];
        while (!rest.IsEmpty)
        {
            int next = rest[1..].IndexOf('/') is var found and >= 0 ? found + 1 : rest.Length;
            bool hasSlash = rest[0] == '/';
            ReadOnlySpan<char> part = rest[(hasSlash ? 1 : 0)..next];
            if (hasSlash)
                Append(room, ref used, "/");
            Append(room, ref used, IsValue(part) ? Value : part);
            rest = rest[next..];
        }

        return room[..used];
    }

    /// <summary>Characters that a pattern takes at most: each digit between two slashes may become three.</summary>
    public static int Room(int urlLength) => (2 * urlLength) + Value.Length;

    private static void Append(Span<char> room, ref int used, ReadOnlySpan<char> text)
    {
        text.CopyTo(room[used..]);
        used += text.Length;
    }

    private static bool IsValue(ReadOnlySpan<char> part)
    {
        ReadOnlySpan<char> digits = part.StartsWith('-') ? part[1..] : part;
        return (!digits.IsEmpty && !digits.ContainsAnyExceptInRange('0', '9'))
            || Guid.TryParseExact(part, "D", out _)
            || (part.Length >= LeastHexDigits && part.ContainsAnyInRange('0', '9') && IsHex(part));
    }

    private static bool IsHex(ReadOnlySpan<char> text)
    {
        foreach (char each in text)
        {
            if (!char.IsAsciiHexDigit(each))
                return false;
        }

        return true;
    }
}
