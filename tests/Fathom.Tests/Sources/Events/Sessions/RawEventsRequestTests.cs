using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Ports;
using Xunit;

namespace Fathom.Tests.Sources.Events.Sessions;

public sealed class RawEventsRequestTests
{
    [Fact]
    public void A_request_that_leaves_events_out_is_for_the_newest_runtimes_and_older_ones_are_asked_for_less()
    {
        RawEventsOptions options = new()
        {
            Providers = [new("Ab", 0x1122, EventLevel.Verbose) { LeftOut = [7, 9] }, new("C", 1, EventLevel.Error, new Dictionary<string, string> { ["x"] = "1", ["y"] = "2" })],
            BufferMebibytes = 3,
            RundownKeywords = 0x55,
        };

        RawEventsRequest[] requests = [.. RawEventsRequest.Of(options)];

        Assert.Equal(
            [(RuntimeCommand.CollectChosenEvents, false), (RuntimeCommand.CollectEventsWithRundown, true), (RuntimeCommand.CollectEvents, true)],
            requests.Select(static request => (request.Command, request.IsReduced)));
        byte[] ab = [3, 0, 0, 0, (byte)'A', 0, (byte)'b', 0, 0, 0, 1, 0, 0, 0, 0, 0];
        byte[] c = [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, (byte)'C', 0, 0, 0, 8, 0, 0, 0, .. System.Text.Encoding.Unicode.GetBytes("x=1;y=2\0")];
        Assert.Equal(
            [
                0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0x55, 0, 0, 0, 0, 0, 0, 0, 1,
                2, 0, 0, 0, 0x22, 0x11, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, .. ab, 0, 2, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, .. c, 0, 0, 0, 0, 0,
            ],
            requests[0].Content);
        Assert.Equal([3, 0, 0, 0, 1, 0, 0, 0, 0x55, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0x22, 0x11, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, .. ab, .. c], requests[1].Content);
        Assert.Equal([3, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 0x22, 0x11, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, .. ab, .. c], requests[2].Content);
    }

    [Fact]
    public void Without_stacks_there_is_one_request_which_older_runtimes_do_not_know()
    {
        RawEventsOptions options = new() { Providers = [new("A", 1, EventLevel.Error)], BufferMebibytes = 8, RundownKeywords = 0, WithStacks = false };

        RawEventsRequest request = Assert.Single(RawEventsRequest.Of(options));

        Assert.Equal(RuntimeCommand.CollectEventsWithoutStacks, request.Command);
        Assert.Equal([8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, (byte)'A', 0, 0, 0, 1, 0, 0, 0, 0, 0], request.Content);
    }

    [Fact]
    public void Without_events_that_are_left_out_every_runtime_is_asked_for_the_same()
    {
        RawEventsRequest[] requests = [.. RawEventsRequest.Of(new RawEventsOptions { Providers = [new("A", 1, EventLevel.Verbose), new("a", 2, EventLevel.Error)], RundownKeywords = 0 })];

        Assert.Equal([RuntimeCommand.CollectEventsWithRundown, RuntimeCommand.CollectEvents], requests.Select(static request => request.Command));
        Assert.DoesNotContain(requests, static request => request.IsReduced);
        // One provider, with the keywords of both.
        Assert.Equal([64, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0], requests[1].Content[..25]);
    }
}
