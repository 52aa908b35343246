using System.Text;

namespace Fathom.Render.Live;

/// <summary>
/// Standard error, where notes and a line of progress meet: whoever writes first has the line of progress taken away, so that the two never stand in one line.
/// </summary>
/// <param name="inner">Standard error itself.</param>
public sealed class ErrorText(TextWriter inner) : TextWriter
{
    private readonly Lock _gate = new();
    private int _covered;

    /// <inheritdoc/>
    public override Encoding Encoding => inner.Encoding;

    /// <inheritdoc/>
    public override void Write(char value) => Write(value.ToString());

    /// <inheritdoc/>
    public override void Write(string? value)
    {
        lock (_gate)
        {
            TakeAway();
            inner.Write(value);
            inner.Flush();
        }
    }

    /// <inheritdoc/>
    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    /// <inheritdoc/>
    public override void WriteLine() => Write(inner.NewLine);

    /// <inheritdoc/>
    public override void WriteLine(string? value) => Write(value + inner.NewLine);

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();

    /// <summary>Draws the line of progress over the one that was drawn before.</summary>
    /// <param name="text">The line, without a line end; empty to take it away.</param>
    internal void Draw(string text)
    {
        lock (_gate)
        {
            if (text.Length == 0)
            {
                TakeAway();
            }
            else
            {
                inner.Write($"\r{text}{new string(' ', Math.Max(0, _covered - text.Length))}");
                _covered = text.Length;
            }

            inner.Flush();
        }
    }

    private void TakeAway()
    {
        if (_covered == 0)
            return;
        inner.Write($"\r{new string(' ', _covered)}\r");
        _covered = 0;
    }
}
