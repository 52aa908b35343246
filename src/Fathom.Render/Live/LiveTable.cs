using System.Text;
using Fathom.Render.Text;

namespace Fathom.Render.Live;

/// <summary>Lines on a terminal that are drawn again in place. Nothing else may be written to it meanwhile without <see cref="Leave"/>.</summary>
/// <param name="terminal">The terminal.</param>
/// <param name="width">Its columns.</param>
public sealed class LiveTable(TextWriter terminal, int width)
{
    private const string ClearToEnd = "\e[J";

    private readonly StringBuilder _text = new();
    private int _drawn;

    /// <summary>Draws lines over those that were drawn before.</summary>
    public void Draw(IReadOnlyList<string> lines)
    {
        _text.Clear();
        GoBack();
        foreach (string line in lines)
        {
            string safe = SafeText.Of(line);
            _text.Append(safe.Length < width ? safe : safe[..(width - 1)]).Append('\n');
        }

        _drawn = lines.Count;
        terminal.Write(_text.ToString());
        terminal.Flush();
    }

    /// <summary>Removes the lines; what is written next begins where they were.</summary>
    public void Leave()
    {
        if (_drawn == 0)
            return;
        _text.Clear();
        GoBack();
        _drawn = 0;
        terminal.Write(_text.ToString());
        terminal.Flush();
    }

    private void GoBack()
    {
        if (_drawn > 0)
            _text.Append("\e[").Append(_drawn).Append('A').Append('\r').Append(ClearToEnd);
    }
}
