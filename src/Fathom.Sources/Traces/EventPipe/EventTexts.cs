using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Texts that events carry, up to a limit below that of the recording: names of methods, modules and formats come last and must find room.</summary>
/// <param name="sink">Keeps them.</param>
/// <param name="most">Texts that the recording may have.</param>
/// <param name="mostChars">Characters of all texts of events.</param>
internal sealed class EventTexts(IRecordingSink sink, int most = 2_500_000, long mostChars = 128L << 20)
{
    private long _chars;

    /// <summary>Texts that found no room.</summary>
    public long WithoutRoom { get; private set; }

    /// <summary>A text; none where there is no room.</summary>
    public TextId Of(ReadOnlySpan<char> text)
    {
        if (_chars + text.Length > mostChars || sink.Ids.Count >= most)
        {
            WithoutRoom++;
            return TextId.None;
        }

        _chars += text.Length;
        return sink.Ids.Text(text);
    }

    /// <summary>An identifier; none for the empty one.</summary>
    public TextId Of(Guid id)
    {
        if (id == Guid.Empty)
            return TextId.None;
        Span<char> text = stackalloc char[36];
        return id.TryFormat(text, out int length) ? Of(text[..length]) : TextId.None;
    }
}
