using System.Globalization;
using Fathom.Model.Patterns;

namespace Fathom.Query.Stacks;

/// <summary>
/// A stack as a person reads it first: own methods, and what the innermost of them called. What lies between is counted, and what called the outermost is
/// left out.
/// </summary>
internal static class FrameFold
{
    /// <summary>One text for each line, innermost first; none for a stack without own methods.</summary>
    /// <param name="thread">The thread.</param>
    public static IEnumerable<string> Of(ThreadFacts thread)
    {
        if (!thread.IsOwn)
            yield break;
        for (int i = 0; i < thread.Frames.Count;)
        {
            int end = i;
            while (end < thread.Frames.Count && !IsOwn(thread, end))
                end++;
            int folded = end - i;
            if (end == thread.Frames.Count)
                yield break;
            if (i == 0)
                folded += thread.NativeFrames.Count;
            // What the innermost own method called says what it does.
            bool showsLast = end > i && (i == 0 || folded == 1);
            folded -= showsLast ? 1 : 0;
            if (folded > 0)
                yield return string.Create(CultureInfo.InvariantCulture, $"… {folded} {(folded == 1 ? "frame" : "frames")} of the framework");
            if (showsLast)
                yield return NameOf(thread.Frames[end - 1]);
            yield return NameOf(thread.Frames[end]);
            i = end + 1;
        }
    }

    /// <summary>The own methods of a thread, which tell whether two do the same.</summary>
    /// <param name="thread">The thread.</param>
    public static string OwnText(ThreadFacts thread) => string.Join('\n', thread.Frames.Where((_, i) => IsOwn(thread, i)));

    /// <summary>A method without its parameters and its own type arguments; those of its type are as C# writes them.</summary>
    /// <param name="method">Its name as a runtime writes it.</param>
    public static string NameOf(string method)
    {
        int end = method.IndexOf('(', StringComparison.Ordinal);
        string name = end > 0 ? method[..end] : method;
        int own = name.EndsWith(']') ? name.IndexOf("[[", StringComparison.Ordinal) : -1;
        // Arguments of a type follow its arity.
        while (own > 0 && char.IsAsciiDigit(name[own - 1]))
            own = name.IndexOf("[[", own + 2, StringComparison.Ordinal);
        name = own > 0 ? name[..own] : name;
        return name.Contains('`', StringComparison.Ordinal) ? CSharpName.Full(name) : name;
    }

    private static bool IsOwn(ThreadFacts thread, int frame) => frame < thread.AreOwn.Count && thread.AreOwn[frame];
}
