using System.Text;

namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>A type in a decorated name. Types of C stand around what they are the type of: a part before it, and one behind.</summary>
internal abstract class DecoratedType
{
    /// <summary>const, volatile, __restrict.</summary>
    public DecoratedQualifiers Qualifiers { get; set; }

    /// <summary>Writes the part before.</summary>
    public abstract void Before(StringBuilder text);

    /// <summary>Writes the part behind.</summary>
    public virtual void Behind(StringBuilder text)
    {
    }

    /// <summary>The type alone.</summary>
    public override string ToString()
    {
        StringBuilder text = new();
        Before(text);
        Behind(text);
        return text.ToString();
    }

    /// <summary>Writes a blank where words would stand together.</summary>
    protected static void Space(StringBuilder text)
    {
        if (text.Length > 0 && (char.IsAsciiLetterOrDigit(text[^1]) || text[^1] == '>'))
            text.Append(' ');
    }

    /// <summary>Writes the qualifiers.</summary>
    protected void Qualify(StringBuilder text, bool isPointer)
    {
        string between = isPointer ? "" : " ";
        foreach ((DecoratedQualifiers one, string word) in DecoratedQualifier.Words)
        {
            if (Qualifiers.HasFlag(one))
            {
                text.Append(between).Append(word);
                between = " ";
            }
        }
    }

    // What repeats itself is cut: the whole is refused then.
    protected static bool IsFull(StringBuilder text) => text.Length > DecoratedReader.LongestText;
}
