using System.Text;

namespace Fathom.Render.Formats;

/// <summary>The text that a format writes.</summary>
internal static class FormatText
{
    private const int BufferChars = 64 * 1024;

    /// <summary>Writes UTF-8 without a mark, lines ending as those of this platform; the stream stays open.</summary>
    public static void Write(Stream to, Action<TextWriter> write)
    {
        using StreamWriter text = new(to, new UTF8Encoding(false), BufferChars, leaveOpen: true) { NewLine = "\n" };
        write(text);
    }
}
