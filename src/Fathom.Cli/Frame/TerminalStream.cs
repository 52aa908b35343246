using System.Text;
using Fathom.Render.Text;

namespace Fathom.Cli.Frame;

/// <summary>
/// A terminal as the place of data that is written for programs, such as CSV. Control characters and direction marks are escaped, so that
/// no value steers the terminal or shows in another order than it has. Line feeds and tabulators stay.
/// </summary>
/// <param name="terminal">The terminal; it stays open.</param>
internal sealed class TerminalStream(Stream terminal) : WriteOnlyStream
{
    private readonly Decoder _decoder = new UTF8Encoding(false).GetDecoder();

    public override void Flush() => terminal.Flush();

    // A character may be divided between two calls: the decoder keeps its first bytes.
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        char[] text = new char[Encoding.UTF8.GetMaxCharCount(buffer.Length)];
        int count = _decoder.GetChars(buffer, text, flush: false);
        terminal.Write(Encoding.UTF8.GetBytes(SafeText.OfLines(new string(text, 0, count))));
    }
}
