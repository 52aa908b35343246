using Fathom.Sources.Threads.Locks;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.Runtime.AbstractDac;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Locks;

/// <summary>What sync blocks say of monitors.</summary>
public sealed class MonitorLocksTests
{
    private const ulong Base = 0x10000;
    private const ulong Owner = 0x70;

    private readonly SyntheticMemory _memory = new(Base, new byte[0x1000]);
    private int _turns;

    [Fact]
    public void Owners_and_locks_are_read_in_one_turn()
    {
        _memory.Write(Base + 0x108, Base + 0x200);
        _memory.Write(Base + 0x200, 0xabc0);

        MonitorLocks locks = Read(8,
            new SyncBlockInfo { Address = Base + 0x100, Object = 0x5000 },
            new SyncBlockInfo { Address = Base + 0x300, Object = 0x6000, MonitorHeldCount = 3, HoldingThread = Owner, Recursion = 2 },
            new SyncBlockInfo { Address = Base + 0x400, Object = 0x7000, MonitorHeldCount = 1, HoldingThread = Owner },
            new SyncBlockInfo { Address = Base + 0x500, Object = 0, MonitorHeldCount = 1, HoldingThread = Owner },
            new SyncBlockInfo { Address = Base + 0x600, Object = 0x8000, MonitorHeldCount = 1, HoldingThread = 0x99 });

        Assert.Equal(1, _turns);
        Assert.Equal([new HeldMonitor(4, 0x6000, 2), new HeldMonitor(4, 0x7000, 1)], locks.Held);
        Assert.Equal((1, 0x5000ul, null), (locks.Count, locks.ObjectOf(0xabc0), locks.ObjectOf(0xabc8)));
    }

    [Fact]
    public void Where_monitors_are_made_of_no_locks_blocks_are_not_read_for_one()
    {
        MonitorLocks locks = Read(null, new SyncBlockInfo { Address = 1, Object = 0x5000, MonitorHeldCount = 1, HoldingThread = Owner });

        Assert.Equal((0, 1), (locks.Count, locks.Held.Count));
    }

    private MonitorLocks Read(int? lockAt, params SyncBlockInfo[] blocks)
    {
        MonitorLocks locks = new();
        locks.Read(Counted(blocks), new Dictionary<ulong, int> { [Owner] = 4 }, _memory, lockAt, TestContext.Current.CancellationToken);
        return locks;
    }

    private IEnumerable<SyncBlockInfo> Counted(SyncBlockInfo[] blocks)
    {
        _turns++;
        foreach (SyncBlockInfo block in blocks)
            yield return block;
    }
}
