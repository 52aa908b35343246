using Fathom.Model.Heap;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Looks;
using Fathom.Sources.Pending;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Pending;

/// <summary>The sample PendingWeb, which holds known requests, against what is found of them.</summary>
public sealed class LiveRequestTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public void Requests_in_flight_are_those_that_the_program_holds_and_no_query_is_shown()
    {
        using SampleProcess sample = SampleProcess.Start("PendingWeb");
        int connected = sample.Facts.GetProperty("connected").GetInt32(), waiting = sample.Facts.GetProperty("waiting").GetInt32();
        string address = sample.Facts.GetProperty("address").GetString()!;

        CollectingSink found = new();
        new LiveHeapExtractor(sample.Pid, new HeapExtractorOptions { Pending = true }).Run(found, new SilentProgress(), TestContext.Current.CancellationToken);

        (string Kind, string? Method, string? Target, string? State)[] rows =
            [.. found.Rows<HeapRequestRow>().Select(row => (found.Text(row.Kind)!, found.Text(row.Method), found.Text(row.Target), found.Text(row.State)))];
        Assert.Equal(connected, rows.Count(static row => row is ("incoming", "POST", _, "app")));
        Assert.Equal(connected, rows.Count(static row => row is ("outgoing", "POST", _, "connected")));
        Assert.Equal(waiting, rows.Count(static row => row is ("outgoing", "POST", _, "no_http1_connection")));
        Assert.Equal((2 * connected) + waiting, rows.Length);
        string[] sent = [.. Enumerable.Range(0, connected + waiting).Select(id => $"{address}/held/{id}")];
        Assert.Equal(sent, rows.Where(static row => row.Kind == "outgoing").Select(static row => row.Target!).Order());
        Assert.Equal(connected, rows.Where(static row => row.Kind == "incoming").Select(static row => row.Target!).Intersect(sent.Select(one => one[address.Length..])).Count());
        Assert.All(found.Rows<HeapRequestRow>().Where(row => found.Text(row.Kind) == "incoming"), static row => Assert.InRange(row.AgeNs!.Value, 0, 600_000_000_000));
    }

    [Theory]
    [InlineData("/a/b?token=1", "/a/b")]
    [InlineData("http://user:secret@host:80/a/b?x#y", "http://host:80/a/b")]
    [InlineData("http://user:secret@host", "http://host")]
    [InlineData("http:\\\\user:secret@host\\a", "http:\\\\host\\a")]
    [InlineData("http:/\\user:se/cret@host", "http:/\\user:se/cret@host")]
    [InlineData("http://host/a@b", "http://host/a@b")]
    [InlineData("http://host#x", "http://host")]
    [InlineData("?", "")]
    [InlineData("://", "://")]
    [InlineData("a://@", "a://")]
    [InlineData("", "")]
    public void Query_fragment_and_user_are_left_out(string target, string shown) => Assert.Equal(shown, RequestTarget.Of(target));

    [Fact]
    public void A_long_target_is_cut() => Assert.Equal(RequestTarget.MaxLength + 1, RequestTarget.Of("/" + new string('a', 5_000)).Length);
}
