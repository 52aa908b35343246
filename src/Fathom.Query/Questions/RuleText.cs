using System.Text;

namespace Fathom.Query.Questions;

/// <summary>A text with names of columns in braces, and parts in brackets that are left out where one of their columns is null.</summary>
public static class RuleText
{
    /// <summary>A text and what stands in the next line; a comma or the like belongs to what is before.</summary>
    public static string Join(string before, string line) =>
        line.TrimStart('[') is [',' or ';' or ':', ..] ? before + line : $"{before} {line}";

    /// <summary>What is wrong with a text; null where nothing is.</summary>
    /// <param name="text">The text.</param>
    /// <param name="columns">The columns that there are.</param>
    public static string? Mistake(string text, IReadOnlyCollection<string> columns)
    {
        bool isOption = false;
        for (int i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case '[' when isOption:
                    return $"'{text}' has a bracket within brackets";
                case '[':
                    isOption = true;
                    break;
                case ']' when !isOption:
                    return $"'{text}' has a ']' without a '['";
                case ']':
                    isOption = false;
                    break;
                case '{':
                    int end = text.IndexOf('}', i);
                    if (end < 0)
                        return $"'{text}' has a '{{' without a '}}'";
                    if (!columns.Contains(text[(i + 1)..end]))
                        return $"'{text[(i + 1)..end]}' in '{text}' is none of the columns";
                    i = end;
                    break;
            }
        }

        return isOption ? $"'{text}' has a '[' without a ']'" : null;
    }

    /// <summary>The text with values.</summary>
    /// <param name="text">A text without mistakes.</param>
    /// <param name="value">The value of a column; null for none.</param>
    public static string With(string text, Func<string, string?> value)
    {
        StringBuilder all = new(), option = new();
        bool isOption = false, isKept = true;
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c is '[' or ']')
            {
                if (c == ']' && isKept)
                    all.Append(option);
                option.Clear();
                (isOption, isKept) = (c == '[', true);
            }
            else if (c == '{')
            {
                int end = text.IndexOf('}', i);
                string? word = value(text[(i + 1)..end]);
                isKept &= word is not null;
                // What is null outside of brackets has no place in a text where all else says why.
                (isOption ? option : all).Append(word);
                i = end;
            }
            else
            {
                (isOption ? option : all).Append(c);
            }
        }

        return all.ToString();
    }
}
