using System.Text;

namespace Fathom.Render.Formats;

/// <summary>Counts the lines that a terminal needs for a text, instead of writing it.</summary>
/// <param name="width">Its columns, behind which it goes on in the next line; null for no end.</param>
internal sealed class LineCount(int? width) : TextWriter
{
    private int _column;

    /// <summary>Lines up to now.</summary>
    public int Count { get; private set; }

    /// <inheritdoc/>
    public override Encoding Encoding => Encoding.UTF8;

    /// <inheritdoc/>
    public override void Write(char value)
    {
        if (value == '\n')
        {
            Count++;
            _column = 0;
            return;
        }

        if (_column == width)
        {
            Count++;
            _column = 0;
        }

        _column++;
    }
}
