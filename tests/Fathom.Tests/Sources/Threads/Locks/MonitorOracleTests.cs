using System.Text.Json;
using Fathom.Model.Threads;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Looks;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Locks;

/// <summary>Monitors that a program holds and waits for by chance: what is read of them, what ClrMD tells in the same stop, and what the program itself says that it did.</summary>
public sealed class MonitorOracleTests
{
    private const string GateType = "Stalls.Monitors+Gate";

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Owners_entries_and_waiters_are_those_of_ClrMD_and_of_the_program(int seed)
    {
        using SampleProcess sample = SampleProcess.Start("Stalls", "monitors", $"{seed}");
        using TargetSession session = TargetSession.Open(sample.Pid);

        (SortedDictionary<int, Held> read, SortedDictionary<int, Held> witness, int thin, int fat) = await session.InvokeStopped(
            target => (Read(target, sample.Pid), ByClrMd(target.Runtime, out int thin, out int fat), thin, fat), s_limit, TestContext.Current.CancellationToken);

        Assert.Equal(OfProgram(sample.Facts), witness);
        Assert.Equal(witness, read);
        Assert.InRange(thin, 10, 100);
        Assert.InRange(fat, 10, 100);
        Assert.Contains(read.Values, static held => held.Waiters > 1);
        Assert.Contains(read.Values, static held => held.Count > 64);
    }

    private static SortedDictionary<int, Held> Read(LiveTarget target, int pid)
    {
        StackPlan plan = new(new TypeCatalog(target.Memory), new CoreTypes());
        LookLimit limit = new(target.Due);
        StackStop? held = StackStop.Read(
            target.Runtime, target.Memory, plan, ProcessThreads.Of(pid), static tid => ThreadRegisters.TryRead(tid, out ThreadRegisters registers) ? registers : null, limit);
        Assert.NotNull(held);
        StackReading reading = StackReading.Of(target.Runtime, target.Memory, held, plan, [], null, limit);
        Dictionary<int, int> tids = reading.Threads.Where(static thread => thread.ManagedId is not null).ToDictionary(static thread => thread.ManagedId!.Value, static thread => thread.Tid);
        ILookup<ulong, ThreadReading> waiters = reading.Threads.Where(static thread => thread.Wait?.Kind == LockKinds.Monitor).ToLookup(static thread => thread.Wait!.Value.Address);
        SortedDictionary<int, Held> found = [];
        foreach (OwnedLock owned in reading.Owned.Where(static owned => owned.TypeName == GateType))
        {
            Assert.Equal(LockKinds.Monitor, owned.Kind);
            found.Add(NumberOf(target.Runtime.Heap.GetObject(owned.Address)), new Held(tids[owned.ManagedThreadId], owned.Count, waiters[owned.Address].Count()));
        }

        return found;
    }

    // Where a monitor has a sync block the block knows, else the header of the object.
    private static SortedDictionary<int, Held> ByClrMd(ClrRuntime runtime, out int thin, out int fat)
    {
        SortedDictionary<int, Held> found = [];
        Dictionary<ulong, int> tids = runtime.Threads.Where(static thread => thread.IsAlive).ToDictionary(static thread => thread.Address, static thread => (int)thread.OSThreadId);
        foreach (SyncBlock block in runtime.Heap.EnumerateSyncBlocks())
        {
            ClrObject gate = runtime.Heap.GetObject(block.Object);
            if (gate.Type?.Name == GateType && block.IsMonitorHeld)
                found.Add(NumberOf(gate), new Held(tids[block.HoldingThreadAddress], block.RecursionCount, block.WaitingThreadCount));
        }

        fat = found.Count;
        foreach (ClrObject gate in runtime.Heap.EnumerateObjects().Where(static one => one.Type?.Name == GateType))
        {
            if (gate.GetThinLock() is { Thread: { } owner } header)
                found.Add(NumberOf(gate), new Held((int)owner.OSThreadId, header.Recursion + 1, 0));
        }

        thin = found.Count - fat;
        return found;
    }

    private static SortedDictionary<int, Held> OfProgram(JsonElement said)
    {
        JsonElement threads = said.GetProperty("threads"), facts = said.GetProperty("facts");
        SortedDictionary<int, Held> found = [];
        foreach (JsonProperty fact in facts.EnumerateObject().Where(static fact => fact.Name.EndsWith("-owner", StringComparison.Ordinal)))
        {
            string gate = fact.Name[..^"-owner".Length];
            found.Add(
                int.Parse(gate["gate-".Length..]),
                new Held(threads.GetProperty($"owner-{fact.Value.GetInt32()}").GetInt32(), facts.GetProperty($"{gate}-count").GetInt32(), facts.GetProperty($"{gate}-waiters").GetInt32()));
        }

        return found;
    }

    private static int NumberOf(ClrObject gate) => gate.ReadField<int>("Number");

    private readonly record struct Held(int Tid, int Count, int Waiters);
}
