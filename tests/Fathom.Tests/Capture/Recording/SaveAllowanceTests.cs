using Fathom.Capture.Recording;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>How many saves conditions may lead to, by a clock that the test moves.</summary>
public sealed class SaveAllowanceTests
{
    [Fact]
    public void Saves_that_were_made_count_and_what_is_being_made_has_a_place()
    {
        SaveAllowance allowed = new(2, 10, new ManualTime());

        Assert.True(allowed.TryTake(out _));
        Assert.True(allowed.TryTake(out _));
        Assert.False(allowed.HasRoom);
        Assert.False(allowed.TryTake(out bool isNews));
        Assert.False(isNews);
        Assert.Equal((0, 0, false), (allowed.Saved, allowed.Refused, allowed.IsDone));

        // Both are joined in one.
        allowed.End(2, isMade: true, hasFiles: true);
        Assert.Equal((1, false), (allowed.Saved, allowed.IsDone));
        Assert.True(allowed.TryTake(out _));
        allowed.End(1, isMade: false, hasFiles: false);
        Assert.Equal((1, true), (allowed.Saved, allowed.HasRoom));
        Assert.True(allowed.TryTake(out _));
        allowed.End(1, isMade: true, hasFiles: true);
        Assert.True(allowed.IsDone);
        Assert.False(allowed.TryTake(out _));
    }

    [Fact]
    public void An_hour_has_so_many_that_left_files_and_others_take_no_place_in_it()
    {
        SaveAllowance allowed = new(null, 2, new ManualTime());

        // One was refused by a full disk, and one left its raw files.
        Assert.True(allowed.TryTake(out _));
        allowed.End(1, isMade: false, hasFiles: false);
        Assert.True(allowed.TryTake(out _));
        allowed.End(1, isMade: false, hasFiles: true);
        Assert.True(allowed.TryTake(out _));
        Assert.False(allowed.TryTake(out _));
        allowed.End(1, isMade: true, hasFiles: true);
        Assert.False(allowed.TryTake(out _));
        Assert.Equal((1, 2), (allowed.Saved, allowed.Refused));
    }

    [Fact]
    public void The_first_refusal_after_each_save_is_news()
    {
        ManualTime time = new();
        SaveAllowance allowed = new(null, 1, time);
        for (int hour = 0; hour < 2; hour++)
        {
            Assert.True(allowed.TryTake(out bool isNews));
            Assert.False(isNews);
            allowed.End(1, isMade: true, hasFiles: true);
            Assert.False(allowed.TryTake(out isNews));
            Assert.True(isNews);
            Assert.False(allowed.TryTake(out isNews));
            Assert.False(isNews);
            time.Advance(TimeSpan.FromHours(1));
        }

        Assert.Equal(4, allowed.Refused);
    }
}
