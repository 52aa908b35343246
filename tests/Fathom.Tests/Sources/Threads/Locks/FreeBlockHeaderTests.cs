using Fathom.Model.Threads;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Looks;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Objects;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Locks;

/// <summary>Free blocks have headers as objects have, and what stands there may look like a monitor that is held.</summary>
public sealed class FreeBlockHeaderTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_header_that_names_a_thread_is_a_monitor_of_an_object_and_none_of_a_free_block()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");
        using TargetSession session = TargetSession.Open(sample.Pid);

        (ulong used, IReadOnlyList<OwnedLock> owned) = await session.InvokeStopped(
            target => Read(target, sample.Pid), s_limit, TestContext.Current.CancellationToken);

        OwnedLock only = Assert.Single(owned, static one => one.Count == 3);
        Assert.Equal((LockKinds.Monitor, used), (only.Kind, only.Address));
    }

    private static (ulong Used, IReadOnlyList<OwnedLock> Owned) Read(LiveTarget target, int pid)
    {
        StackPlan plan = new(new TypeCatalog(target.Memory), new CoreTypes());
        LookLimit limit = new(target.Due);
        StackStop? held = StackStop.Read(
            target.Runtime,
            target.Memory,
            plan,
            ProcessThreads.Of(pid),
            static tid => ThreadRegisters.TryRead(tid, out ThreadRegisters registers) ? registers : null,
            limit);
        Assert.NotNull(held);
        ThreadReader threads = new(target.Runtime, []);
        threads.Read(held, limit.Due);
        ClrObject free = target.Runtime.Heap.EnumerateObjects().First(static one => one.IsFree);
        ClrObject used = target.Runtime.Heap.EnumerateObjects().First(static one => one.Type is { IsFree: false });
        uint thrice = (2u << 16) | (uint)threads.All.First(static thread => thread.ManagedId is not null).ManagedId!.Value;
        ThreadObjects objects = new(target.Runtime.Heap, []);
        objects.VisitHeader(free.Address, thrice);
        objects.VisitHeader(used.Address, thrice);
        Assert.Equal(2, objects.ThinLocks.Count);
        return (used.Address, StackReading.OwnedLocks(target.Runtime, held, objects, threads.All));
    }
}
