using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>
/// A stream that the runtime wrote of sample Events (20 exceptions, 9 collections), which lies in the repository: eng/make-test-data makes it. What it
/// holds is known from what the program was told to do, and from the TraceEvent library.
/// </summary>
public sealed class SmallNetTraceTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const int ExceptionThrown = 80;
    private const int CollectionStarted = 1;
    private const int CollectionEnded = 2;

    private static byte[] Content => File.ReadAllBytes(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"));

    [Fact]
    public void It_holds_what_the_program_did()
    {
        OwnEvents own = OwnEvents.Of(Content);

        Assert.True(own.Totals.IsWhole);
        Assert.Equal(20, Count(own, ExceptionThrown));
        Assert.Equal(9, Count(own, CollectionStarted));
        Assert.Equal(9, Count(own, CollectionEnded));
    }

    [Fact]
    public void Every_event_is_what_TraceEvent_reads() => Assert.NotEmpty(NetTraceOracleTests.Compare(Content).Events);

    [Fact]
    public void A_stream_that_is_cut_off_is_not_whole_and_has_no_other_events()
    {
        byte[] content = Content;
        OwnEvents whole = OwnEvents.Of(content);
        for (int percent = 10; percent < 100; percent += 10)
        {
            OwnEvents cut = OwnEvents.Of(content[..(content.Length * percent / 100)]);

            Assert.False(cut.Totals.IsWhole);
            Assert.Empty(cut.Events.Except(whole.Events));
        }
    }

    private static int Count(OwnEvents events, int id) => events.Events.Count(e => e.Provider == Runtime && e.Id == id);
}
