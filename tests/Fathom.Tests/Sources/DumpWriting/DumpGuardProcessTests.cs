using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.DumpWriting;
using Xunit;

namespace Fathom.Tests.Sources.DumpWriting;

public sealed class DumpGuardProcessTests
{
    [Fact]
    public void A_guard_that_never_stands_is_ended_and_no_dump_is_asked_for()
    {
        using DumpGuardProcess guard = DumpGuardProcess.Start(["sh", "-c", "exec sleep 600"], Environment.ProcessId, "/nowhere", new DumpLeftovers("/nowhere", [], "/nowhere"));
        long start = Stopwatch.GetTimestamp();

        FathomException failed = Assert.Throws<FathomException>(() => guard.WaitUntilReady(TimeSpan.FromMilliseconds(200)));

        Assert.StartsWith("The guard process, which ends the dump writer", failed.Message, StringComparison.Ordinal);
        Assert.True(Stopwatch.GetElapsedTime(start) < TimeSpan.FromSeconds(300), "it was waited for");
    }
}
