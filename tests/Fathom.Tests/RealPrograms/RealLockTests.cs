using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;
using Fathom.TestSupport.RealPrograms;
using Xunit;
using Programs = Fathom.TestSupport.RealPrograms.RealPrograms;

namespace Fathom.Tests.RealPrograms;

/// <summary>Locks of programs that nobody wrote for it: what is locked is an object.</summary>
[Trait("Category", "Long")]
public sealed class RealLockTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(2);

    public static TheoryData<string> Names => Programs.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public async Task No_lock_is_a_free_block(string name)
    {
        using RealProgram program = Programs.Start(name);
        using TargetSession session = TargetSession.Open(program.Pid);

        List<OwnedLock> owned = await session.InvokeStopped(static target => MonitorsOf(target), s_limit, TestContext.Current.CancellationToken);

        Assert.DoesNotContain(owned, static one => one.TypeName is null or "Free");
    }

    private static List<OwnedLock> MonitorsOf(LiveTarget target)
    {
        StackPlan plan = new(new TypeCatalog(target.Memory), new CoreTypes());
        StackStop? held = StackStop.Read(target.Runtime, target.Memory, plan, [], static _ => null, new LookLimit(target.Due));
        return held is null ? [] : [.. new LockReader(target.Runtime.Heap, held.Threads, held.Monitors, held.Readers, held.MonitorLocks).Monitors()];
    }
}
