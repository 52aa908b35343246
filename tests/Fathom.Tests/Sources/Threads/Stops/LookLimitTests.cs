using Fathom.Sources.Threads.Stops;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Stops;

/// <summary>A limit ends the part under way and those behind it, keeps their names, and never hides that the whole look was cancelled.</summary>
public sealed class LookLimitTests
{
    [Fact]
    public void Parts_behind_the_limit_are_named_and_those_before_are_done()
    {
        using CancellationTokenSource ends = new();
        LookLimit limit = new(default, ends.Token);
        List<string> done = [];

        limit.Do("first", _ => done.Add("first"));
        limit.Do("second", due =>
        {
            done.Add("half of the second");
            ends.Cancel();
            due.ThrowIfCancellationRequested();
        });
        limit.Do("third", _ => done.Add("third"));

        Assert.Equal(["first", "half of the second"], done);
        Assert.Equal(["second", "third"], limit.Unfinished);
    }

    [Fact]
    public void When_the_target_runs_again_there_is_no_limit_and_what_was_not_finished_stays_so()
    {
        LookLimit limit = new(default, new CancellationToken(true));
        limit.Do("first", static _ => { });

        LookLimit after = limit.Afterwards(TestContext.Current.CancellationToken);
        after.Do("second", static _ => { });

        Assert.Equal(["first"], after.Unfinished);
    }

    [Fact]
    public void A_look_that_is_cancelled_as_a_whole_throws()
    {
        using CancellationTokenSource stop = new();
        LookLimit limit = new(stop.Token, stop.Token);

        Assert.Throws<OperationCanceledException>(() => limit.Do("part", _ =>
        {
            stop.Cancel();
            stop.Token.ThrowIfCancellationRequested();
        }));
        Assert.Empty(limit.Unfinished);
    }
}
