using System.Runtime.CompilerServices;
using Fathom.Model.Graph;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Stacks;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.AbstractDac;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Roots;

/// <summary>Roots that cannot be read are counted and said, and then nothing is called dead.</summary>
public sealed class LostRootTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Everything_that_a_full_collection_left_is_alive_and_all_roots_are_found()
    {
        using SampleProcess sample = SampleProcess.Start("ThreadStatics");

        await ThreadStaticHeap.CheckAsync(sample, note: null, Stop);
    }

    [Fact]
    public async Task Where_the_runtime_does_not_say_where_thread_statics_are_they_are_found_at_the_same_place()
    {
        using SampleProcess sample = SampleProcess.Start("ThreadStatics");
        using TargetSession session = TargetSession.Open(sample.Pid);

        (ThreadLocals? said, ThreadLocals? found) = await session.InvokeStopped(
            target => (
                ThreadLocals.Of(RuntimeDescriptor.Read(target.Runtime, target.Memory)),
                ThreadLocals.Find(target.Runtime.Heap, target.Memory, [.. target.Runtime.Threads.Where(static thread => thread.IsAlive)])),
            s_limit,
            Stop);

        Assert.NotNull(said);
        Assert.Equal(said, found);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_static_field_that_cannot_be_read_leaves_nothing_dead()
    {
        (GraphReading reading, bool isWhole) = await ReadAsync(static (target, stop) =>
        {
            RuntimeDescriptor? descriptor = RuntimeDescriptor.Read(target.Runtime, target.Memory);
            StaticFields fields = StaticFields.Read(target.Runtime, target.Memory, descriptor, stop);
            HoledMemory holed = new(target.Memory, fields.Slots[fields.Slots.Count / 2].Address);
            RootReader roots = new(descriptor, fields, HandleSource.Find(target.Runtime, target.Memory));
            return Read(target, turn => roots.Read(target.Runtime, holed, turn), stop);
        });

        Assert.False(isWhole);
        Assert.Contains(reading.Notes, static note => note.StartsWith("static fields that cannot be read, and are missing among the roots: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_block_of_thread_statics_that_cannot_be_read_leaves_nothing_dead()
    {
        (GraphReading reading, bool isWhole) = await ReadAsync(static (target, stop) =>
        {
            RuntimeDescriptor? descriptor = RuntimeDescriptor.Read(target.Runtime, target.Memory);
            ThreadLocals place = ThreadLocals.Of(descriptor)!;
            PointerReader reader = new(target.Memory);
            ulong block = target.Runtime.Threads.Where(static thread => thread.IsAlive).Select(thread => reader.Pointer(thread.Address + (ulong)place.BlockAt)).First(static block => block != 0);
            HoledMemory holed = new(target.Memory, block + (ulong)place.ArrayAt);
            RootReader roots = new(descriptor, StaticFields.Read(target.Runtime, target.Memory, descriptor, stop), HandleSource.Find(target.Runtime, target.Memory));
            return Read(target, turn => roots.Read(target.Runtime, holed, turn), stop);
        });

        Assert.False(isWhole);
        Assert.Contains(reading.Notes, static note => note.StartsWith("threads whose thread statics cannot be read, and are missing among the roots: 1 of ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_thread_whose_stack_nothing_can_follow_leaves_nothing_dead()
    {
        (GraphReading reading, bool isWhole) = await ReadAsync(static (target, stop) =>
        {
            ClrThread thread = target.Runtime.Threads.First(static thread => thread.IsAlive);
            Helpers(thread) = null;
            Assert.False(HeldThread.Read(thread).IsFollowed);
            RootReader roots = RootReader.Prepare(target.Runtime, target.Memory, stop);
            return Read(target, turn => roots.Read(target.Runtime, target.Memory, turn), stop);
        });

        Assert.False(isWhole);
        Assert.Contains("threads whose stacks cannot be unwound, so that their references are missing among the roots: 1", reading.Notes);
    }

    private static async Task<(GraphReading Reading, bool IsWhole)> ReadAsync(Func<LiveTarget, CancellationToken, GraphReading> read)
    {
        using SampleProcess sample = SampleProcess.Start("ThreadStatics");
        using TargetSession session = TargetSession.Open(sample.Pid);
        GraphReading reading = await session.InvokeStopped(target => read(target, Stop), s_limit, Stop);
        ObjectGraph graph = reading.Build(out GraphLoss loss, Stop);
        Assert.True(loss.IsNone, $"{loss}");
        return (reading, graph.Gaps.LeaveWhole(Reachability.FromRoots(graph, Stop)));
    }

    private static GraphReading Read(LiveTarget target, Func<DacTurn, RootReading> roots, CancellationToken stop) =>
        GraphReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), new GraphStore(0, 0), roots, mayComeBack: false, stop)!;

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_threadHelpers")]
    private static extern ref IAbstractThreadHelpers? Helpers(ClrThread thread);

    /// <summary>A target's memory, 8 bytes of which cannot be read.</summary>
    private sealed class HoledMemory(ITargetMemory inner, ulong hole) : ITargetMemory
    {
        public int Read(ulong address, Span<byte> buffer)
        {
            if (address < hole + sizeof(ulong) && hole < address + (ulong)buffer.Length)
                buffer = buffer[..(int)(address < hole ? hole - address : 0)];
            return buffer.Length == 0 ? 0 : inner.Read(address, buffer);
        }

        public ulong NextReadable(ulong address, ulong limit) => inner.NextReadable(address, limit);
    }
}
