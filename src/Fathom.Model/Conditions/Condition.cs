using Fathom.Model.Metrics;
using Fathom.Model.Patterns;

namespace Fathom.Model.Conditions;

/// <summary>
/// A condition as the user wrote it: <c>COLUMN=PATTERN</c> or <c>COLUMN=RANGE</c>, several joined by <c>,</c> (and). <c>ROW.COLUMN</c> names a
/// column of the totals row of that kind. A column may be a program's own metric (<see cref="OwnMetric"/>), whose dots are its own.
/// </summary>
/// <remarks>
/// A comma separates only before <c>NAME=</c>, so <c>type=Dictionary&lt;string,Order&gt;</c> is one value. Whether the columns exist is the second
/// step: <see cref="RowFilter"/> and <see cref="LimitCheck"/> bind it to a result.
/// </remarks>
/// <param name="Option">The option it was given to, for messages: "--where".</param>
/// <param name="Text">All of it.</param>
/// <param name="Parts">Its parts; at least one.</param>
public sealed record Condition(string Option, string Text, IReadOnlyList<ConditionPart> Parts)
{
    /// <summary>Reads a condition.</summary>
    /// <exception cref="FathomException">It is none (<see cref="ExitCode.Usage"/>).</exception>
    public static Condition Parse(string option, string text)
    {
        List<ConditionPart> parts = [];
        Brackets brackets = new(text);
        int start = 0, value = NameLength(text);
        for (int i = 0; i < text.Length; i++)
        {
            // Tags of a metric have commas of their own.
            if (i < value || text[i] != ',' || NameLength(text.AsSpan(i + 1).TrimStart(' ')) == 0)
                continue;
            // With a blank behind the comma it may be the inside of a name: "[[System.Int32, System.Private.CoreLib, Version=4.0]]".
            if (text[i + 1] == ' ' && brackets.Enclose(i))
                continue;
            parts.Add(Part(option, text, text.AsSpan(start, i - start)));
            start = i + 1;
            value = start + NameLength(text.AsSpan(start));
        }

        parts.Add(Part(option, text, text.AsSpan(start)));
        return new Condition(option, text, parts);
    }

    /// <summary>"in '--where count=1..'", for messages.</summary>
    internal string Where => $"in '{Option} {Text}'";

    private static ConditionPart Part(string option, string all, ReadOnlySpan<char> part)
    {
        part = part.TrimStart(' ');
        int length = NameLength(part);
        if (length == 0)
            throw FathomException.Usage(
                $"'{part}' in '{option} {all}' is not a condition.", "write COLUMN=PATTERN or COLUMN=RANGE, such as type=MyApp.* or count=200..");
        ReadOnlySpan<char> name = part[..length];
        int dot = OwnMetric.Is(name) ? -1 : name.IndexOf('.');
        return dot < 0
            ? new ConditionPart(null, name.ToString(), part[(length + 1)..].ToString())
            : new ConditionPart(name[..dot].ToString(), name[(dot + 1)..].ToString(), part[(length + 1)..].ToString());
    }

    // The length of the NAME or ROW.NAME that stands before a '='; 0 where there is none.
    private static int NameLength(ReadOnlySpan<char> text)
    {
        int end = OwnMetric.EndOfName(text);
        if (end <= 0)
            return 0;
        int dots = 0;
        for (int i = 0; i < end; i++)
        {
            if ((i == 0 || text[i - 1] == '.') && dots <= 1 && OwnMetric.Is(text[i..end]))
                return OwnMetric.MayHold(text[i..end]) ? end : 0;
            bool dot = text[i] == '.' && i > 0 && i < end - 1;
            if (dot)
                dots++;
            else if (!char.IsAsciiLetterOrDigit(text[i]) && text[i] != '_')
                return 0;
        }

        return dots <= 1 ? end : 0;
    }
}
