using System.Globalization;
using System.Text;
using Fathom.Formats.RuntimeContracts;
using Fathom.Model;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Locks;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dac;

/// <summary>What Fathom reads by itself is what runtimes say of themselves.</summary>
public sealed class RuntimeLayoutTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public void NET_11_tells_everything_that_is_compared_and_NET_10_what_objects_are_read_by()
    {
        RuntimeDescriptor newest = Of("Stalls11"), older = Of("Stalls");

        Assert.All(RuntimeLayout.Offsets, entry => Assert.Equal(entry.Value, newest.OffsetOf(entry.Key.Type, entry.Key.Field)));
        Assert.All(RuntimeLayout.Numbers, entry => Assert.Equal(entry.Value, newest.Number(entry.Key)));
        Assert.All(RuntimeLayout.Offsets, entry => Assert.Equal(entry.Value, older.OffsetOf(entry.Key.Type, entry.Key.Field)));
        Assert.Null(RuntimeLayout.Difference(newest));
        Assert.Null(RuntimeLayout.Difference(older));
    }

    [Fact]
    public void What_is_compared_is_what_is_read()
    {
        Assert.Equal(HeapLayout.BaseSizeOffset, RuntimeLayout.Offsets[("MethodTable", "BaseSize")]);
        Assert.Equal(HeapLayout.ComponentCountOffset, RuntimeLayout.Offsets[("Array", "m_NumComponents")]);
        Assert.Equal(HeapLayout.PointerBits, RuntimeLayout.Numbers["ObjectToMethodTableUnmask"]);
        uint owner = (uint)RuntimeLayout.Numbers["SyncBlockMaskLockThreadId"];
        uint again = (uint)RuntimeLayout.Numbers["SyncBlockMaskLockRecursionLevel"];
        Assert.True(ThinLock.TryParse(owner | again, out ThinLock thin));
        Assert.Equal(new ThinLock((int)owner, (int)(again >> (int)RuntimeLayout.Numbers["SyncBlockRecursionLevelShift"]) + 1), thin);
        Assert.False(ThinLock.TryParse(owner | (uint)RuntimeLayout.Numbers["SyncBlockIsHashOrSyncBlockIndex"], out _));
    }

    [Fact]
    public void Each_difference_is_one_sentence()
    {
        foreach (((string type, string field), int known) in RuntimeLayout.Offsets)
        {
            string said = Assert.Throws<FathomException>(() => RuntimeLayout.Check("process 7", Made($$"""{"types":{"{{type}}":{"{{field}}":{{known + 8}}} } }"""))).Message;
            Assert.StartsWith($"The runtime of process 7 keeps its objects in another way than Fathom knows: {type}", said, StringComparison.Ordinal);
            Assert.Contains((known + 8).ToString(CultureInfo.InvariantCulture), said, StringComparison.Ordinal);
            Assert.EndsWith(". Nothing was read.", said, StringComparison.Ordinal);
        }

        foreach ((string name, ulong known) in RuntimeLayout.Numbers)
            Assert.Equal($"{name} is 0x{known + 1:x} and not 0x{known:x}", RuntimeLayout.Difference(Made($$"""{"types":{},"globals":{"{{name}}":"0x{{known + 1:x}}"} }""")));
    }

    [Fact]
    public void A_runtime_that_does_not_tell_is_not_refused()
    {
        Assert.Null(RuntimeLayout.Difference(null));
        Assert.Null(RuntimeLayout.Difference(Made("""{"types":{"Array":{} } }""")));
    }

    private static RuntimeDescriptor Made(string text) => new(ContractText.Parse(Encoding.UTF8.GetBytes(text))!, []);

    private static RuntimeDescriptor Of(string sample)
    {
        using SampleProcess process = SampleProcess.Start(sample, "deadlock");
        using TargetSession session = TargetSession.Open(process.Pid);
        return session.InvokeRunning(
            static target => RuntimeDescriptor.Read(target.Runtime, target.Memory)!, TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken).GetAwaiter().GetResult();
    }
}
