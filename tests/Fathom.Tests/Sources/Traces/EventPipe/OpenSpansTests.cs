using Fathom.Sources.Traces.EventPipe;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

public sealed class OpenSpansTests
{
    private static readonly TracedThread s_a = new(1, 11, long.MaxValue, true);
    private static readonly TracedThread s_b = new(2, 12, long.MaxValue, true);

    private readonly List<string> _abandoned = [];

    [Fact]
    public void Threads_do_not_end_what_others_began_and_the_inner_ends_first()
    {
        OpenSpans<string> spans = new(_abandoned.Add);
        spans.Begin(s_a, "outer");
        spans.Begin(s_b, "other");
        spans.Begin(s_a, "inner");

        Assert.Equal(["inner", "outer", null, "other"], new[] { s_a, s_a, s_a, s_b }.Select(thread => spans.TryEnd(thread, null, out string span) ? span : null));
        spans.End();
        Assert.Empty(_abandoned);
    }

    [Fact]
    public void What_lies_inside_of_a_span_that_ends_has_lost_its_end_and_so_has_what_is_open_at_last()
    {
        OpenSpans<string> spans = new(_abandoned.Add);
        foreach (string name in (string[])["first", "outer", "lost"])
            spans.Begin(s_a, name);

        Assert.True(spans.TryEnd(s_a, static name => name == "outer", out _));
        Assert.Equal(["lost"], _abandoned);
        Assert.False(spans.TryEnd(s_a, static name => name == "outer", out _));
        spans.End();
        Assert.Equal(["lost", "first"], _abandoned);
    }

    [Fact]
    public void A_thread_that_never_ends_anything_keeps_a_bounded_number_open()
    {
        OpenSpans<string> spans = new(_abandoned.Add, mostOfThread: 2);
        foreach (string name in (string[])["1", "2", "3"])
            spans.Begin(s_a, name);

        Assert.Equal(["1"], _abandoned);
        Assert.True(spans.TryLast(s_a, out Span<string> last));
        Assert.Equal("3", last[0]);
    }

    [Fact]
    public void What_no_thread_began_cannot_be_ended()
    {
        OpenSpans<string> spans = new(_abandoned.Add);
        spans.Begin(null, "nobody");

        Assert.False(spans.TryEnd(null, null, out _));
        Assert.False(spans.TryLast(null, out _));
        Assert.Equal(["nobody"], _abandoned);
    }
}
