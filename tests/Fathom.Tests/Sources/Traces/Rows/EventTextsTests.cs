using Fathom.Model.Tables;
using Fathom.Sources.Traces.Rows;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Rows;

/// <summary>Texts of events that many rows share have a limit together, each counted once.</summary>
public sealed class EventTextsTests
{
    [Fact]
    public void A_text_counts_once_and_what_finds_no_room_is_counted()
    {
        CollectingSink sink = new();
        EventTexts texts = new(sink, mostChars: 10);
        TextId first = texts.Of("12345");

        Assert.All(Enumerable.Range(0, 100), _ => Assert.Equal(first, texts.Of("12345")));
        Assert.True(texts.Of("abcde").HasValue);
        Assert.Equal(0, texts.WithoutRoom);
        Assert.Equal((TextId.None, 1L), (texts.Of("f"), texts.WithoutRoom));
        Assert.Equal((first, 1L), (texts.Of("12345"), texts.WithoutRoom));
    }
}
