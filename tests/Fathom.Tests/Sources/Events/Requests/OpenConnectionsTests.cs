using Fathom.Sources.Events.Requests;
using Xunit;

namespace Fathom.Tests.Sources.Events.Requests;

/// <summary>Begins and ends of requests by connection and identifier.</summary>
public sealed class OpenConnectionsTests
{
    private readonly List<int> _lost = [];

    [Fact]
    public void Requests_of_one_connection_end_in_any_order()
    {
        OpenConnections<int> open = new(10, _lost.Add);
        Assert.True(Start(open, "A", "A:1", 1));
        Assert.True(Start(open, "A", "A:3", 3));
        Assert.True(Start(open, "B", "B:1", 2));

        Assert.Equal(1, End(open, "A", "A:1"));
        Assert.Equal(2, End(open, "B", "B:1"));
        Assert.Equal(3, End(open, "A", "A:3"));
        Assert.Null(End(open, "A", "A:3"));
        Assert.Empty(_lost);
    }

    [Fact]
    public void The_only_request_of_a_connection_may_have_got_another_identifier()
    {
        OpenConnections<int> open = new(10, _lost.Add);
        Start(open, "A", "A:1", 1);
        Assert.Equal(1, End(open, "A", "order 17"));

        Start(open, "A", "A:3", 3);
        Start(open, "A", "A:5", 5);
        Assert.Null(End(open, "A", "order 18"));
        Assert.Equal(5, End(open, "A", "A:5"));
    }

    [Fact]
    public void An_end_whose_begin_is_missing_takes_no_other_begin()
    {
        OpenConnections<int> open = new(10, _lost.Add);
        Start(open, "A", "A:1", 1);
        Assert.Null(End(open, "A", "A:2"));
        Assert.Null(End(open, "C", "C:1"));
        open.End();
        Assert.Equal([1], _lost);
    }

    [Fact]
    public void What_cannot_end_any_more_is_lost()
    {
        OpenConnections<int> open = new(10, _lost.Add);
        Start(open, "A", "A:1", 1, "HTTP/1.1");
        Start(open, "A", "A:2", 2, "HTTP/1.1");
        Assert.Equal([1], _lost);
        Start(open, "B", "B:1", 3);
        open.Close(1, "B");
        open.Close(1, "never");
        Assert.Equal([1, 3], _lost);
        open.End();
        Assert.Equal([1, 3, 2], _lost);
    }

    [Fact]
    public void Processes_are_apart_and_there_is_a_limit()
    {
        OpenConnections<int> open = new(2, _lost.Add);
        Assert.True(open.Start(1, Request("A", "A:1"), 1));
        Assert.True(open.Start(2, Request("A", "A:1"), 2));
        Assert.False(open.Start(2, Request("A", "A:2"), 3));
        Assert.True(open.End(2, Request("A", "A:1"), out int ended));
        Assert.Equal(2, ended);
        Assert.True(open.Start(2, Request("A", "A:3"), 4));
    }

    private static ServedRequest Request(string connection, string request, string version = "HTTP/2") =>
        new(connection, request, version, "/", "GET");

    private static bool Start(OpenConnections<int> open, string connection, string request, int kept, string version = "HTTP/2") =>
        open.Start(1, Request(connection, request, version), kept);

    private static int? End(OpenConnections<int> open, string connection, string request) =>
        open.End(1, Request(connection, request), out int kept) ? kept : null;
}
