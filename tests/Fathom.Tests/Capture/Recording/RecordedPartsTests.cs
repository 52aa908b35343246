using Fathom.Capture.Recording;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>What a recording has of the notes of its recorder.</summary>
public sealed class RecordedPartsTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    public void Threads_whose_state_at_the_start_was_not_read_are_a_loss(int unread)
    {
        RecorderNotes notes = new(RecorderNotes.CurrentVersion, "record", "test", 1, []) { End = "stopped", UnreadThreads = unread };
        CollectingSink sink = new();

        new RecordedParts(notes, [], null).Write(sink, 0);

        Assert.Equal(unread, sink.Losses.Sum(static loss => loss.Count));
        Assert.All(sink.Losses, loss => Assert.Equal("thread_slice", sink.Text(loss.Scope)));
        Assert.Equal(unread > 0 ? 1 : 0, sink.Losses.Count);
    }
}
