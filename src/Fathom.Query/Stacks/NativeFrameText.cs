namespace Fathom.Query.Stacks;

/// <summary>Native frames as results write them: of places without symbols that follow each other in one library only the first and the number.</summary>
internal static class NativeFrameText
{
    /// <summary>One text for each frame that is shown, innermost first.</summary>
    /// <param name="frames">Names of frames, innermost first: <c>library!function</c> or <c>library+0xdistance</c>.</param>
    public static IEnumerable<string> Of(IReadOnlyList<string> frames)
    {
        for (int i = 0; i < frames.Count;)
        {
            int end = i + 1;
            string? library = Unnamed(frames[i]);
            while (library is not null && end < frames.Count && Unnamed(frames[end]) == library)
                end++;
            yield return end - i == 1 ? frames[i] : $"{frames[i]} and {end - i - 1} more without symbols";
            i = end;
        }
    }

    // The library of a place that no symbol covers. Names of libraries may have a plus sign in them, such as libstdc++.so.6.
    private static string? Unnamed(string frame)
    {
        int plus = frame.LastIndexOf("+0x", StringComparison.Ordinal);
        return plus < 0 || frame.Contains('!', StringComparison.Ordinal) ? null : frame[..plus];
    }
}
