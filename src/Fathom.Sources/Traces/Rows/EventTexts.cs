using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Rows;

/// <summary>
/// Texts of events that many rows share, such as names of types, up to a limit below that of the recording: names of methods, modules and formats come last and must find room.
/// </summary>
/// <param name="sink">Keeps them.</param>
/// <param name="most">Texts that the recording may have.</param>
/// <param name="mostChars">Characters of all these texts, which stay in memory until the trace is read.</param>
internal sealed class EventTexts(IRecordingSink sink, int most = 2_500_000, long mostChars = 32L << 20)
{
    private long _chars;

    /// <summary>Texts that found no room.</summary>
    public long WithoutRoom { get; private set; }

    /// <summary>A text; none for a new one where there is no room.</summary>
    public TextId Of(ReadOnlySpan<char> text)
    {
        if (sink.Ids.Known(text) is { HasValue: true } known)
            return known;
        if (_chars + text.Length > mostChars || sink.Ids.Count >= most)
        {
            WithoutRoom++;
            return TextId.None;
        }

        _chars += text.Length;
        return sink.Ids.Text(text);
    }
}
