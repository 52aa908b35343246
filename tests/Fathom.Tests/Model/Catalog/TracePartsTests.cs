using Fathom.Model.Catalog;
using Xunit;

namespace Fathom.Tests.Model.Catalog;

/// <summary>The names of parts of a trace, and which tables are left out for them.</summary>
public sealed class TracePartsTests
{
    private static readonly string[] s_stacks = ["code_image", "frame", "frame_place", "method", "stack_frame", "stack_method"];

    [Theory]
    [InlineData("waits", "method_wait,thread_wait,thread_wait_stack")]
    [InlineData("gc,exceptions", "exception_thrown,gc,gc_pause")]
    [InlineData("cpu", "cpu_sample,method_cpu,thread_sample")]
    [InlineData("thread_slice", "thread_slice")]
    [InlineData("event,events", "event")]
    public void What_is_skipped_is_left_out_and_nothing_else(string parts, string tables) => Assert.Equal(tables.Split(','), TraceParts.LeftOut(parts.Split(','), only: false));

    [Fact]
    public void All_but_what_is_wanted_is_left_out_and_what_every_answer_needs_stays()
    {
        IReadOnlyList<string> left = TraceParts.LeftOut(["cpu"], only: true);

        Assert.Contains("thread_wait", left);
        Assert.Contains("event", left);
        Assert.Empty(left.Intersect(["cpu_sample", "thread_sample", "trace", "trace_event", "trace_naming", "process", "thread", "loss", .. s_stacks]));
    }

    [Fact]
    public void Stacks_go_with_the_last_rows_that_have_one()
    {
        Assert.Equal(s_stacks, TraceParts.LeftOut(["gc"], only: true).Intersect(s_stacks));
        Assert.Empty(TraceParts.LeftOut(["gc"], only: false).Intersect(s_stacks));
        Assert.DoesNotContain("thread_state", TraceParts.LeftOut(["gc"], only: true));
    }

    [Theory]
    [InlineData("trace")]
    [InlineData("heap_type")]
    [InlineData("")]
    [InlineData("Waits")]
    public void Other_words_are_no_parts(string word)
    {
        Assert.Null(TraceParts.Find(word));
        Assert.Throws<ArgumentException>(() => TraceParts.LeftOut([word], only: false));
    }

    [Fact]
    public void Every_name_is_a_part_and_stands_once() =>
        Assert.All(TraceParts.Names.CountBy(static name => name), static name => Assert.True(name.Value == 1 && TraceParts.Find(name.Key) is not null, name.Key));
}
