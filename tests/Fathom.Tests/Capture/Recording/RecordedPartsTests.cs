using Fathom.Capture.Recording;
using Fathom.Model.Catalog;
using Fathom.Model.Machine;
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

    [Fact]
    public void What_found_no_room_in_a_ring_is_a_loss_of_the_tables_of_stacks()
    {
        RecorderNotes notes = new(RecorderNotes.CurrentVersion, "record", "test", 1, []) { End = "saved", MappingsWithoutRoom = 3, CodeWithoutRoom = 40 };
        CollectingSink sink = new();

        new RecordedParts(notes, [], null).Write(sink, 0);

        Assert.Equal([3, 40], sink.Losses.Select(static loss => loss.Count));
        Assert.All(sink.Losses, loss => Assert.Equal(("ring", LossTables.Stacks), (sink.Text(loss.Scope), sink.Text(loss.Tables))));
        Assert.Equal(["3 mappings", "40 methods"], RecordedParts.WithoutRoom(notes).Select(static sentence => string.Join(' ', sentence.Split(' ')[..2])));
    }

    [Fact]
    public void The_conditions_that_led_to_a_save_are_facts_with_their_time()
    {
        SaveCause[] causes = [new(7, "threads=9.. (threads 12)", 5_000_000_000), new(8, "unresponsive (nothing)", 5_500_000_000)];
        RecorderNotes notes = new(RecorderNotes.CurrentVersion, "record", "test", 1, [7, 8])
        {
            End = "saved", Window = new RecordWindow(2_000_000_000, 6_000_000_000, 1, 0), SavedFor = causes,
        };
        CollectingSink one = new(), two = new();

        new RecordedParts(notes with { SavedFor = [causes[0]] }, [], null).Write(one, 2_000_000_000);
        new RecordedParts(notes, [], null).Write(two, 2_000_000_000);

        MachineFactRow only = Assert.Single(one.Rows<MachineFactRow>());
        Assert.Equal(
            ("saved_because", "threads=9.. (threads 12) of process 7, 1000 ms before the end", null, 3_000_000_000),
            (one.Text(only.Fact), one.Text(only.Value), one.Text(only.Item), only.TsNs));
        Assert.Equal(["1 of 2", "2 of 2"], two.Rows<MachineFactRow>().Select(row => two.Text(row.Item)));
    }
}
