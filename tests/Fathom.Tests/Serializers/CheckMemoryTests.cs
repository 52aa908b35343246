using System.Runtime.InteropServices;
using Fathom.Serializers.Kit.Hostile;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Tests.Testing;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>What checks of serializers tell of memory. They read that of the process, which is this one here, so no other test may run beside.</summary>
[Collection(nameof(OwnMemory))]
public sealed class CheckMemoryTests
{
    [Fact]
    public unsafe void MemoryOfNativeCodeIsSeenToo()
    {
        const int Asked = 32 << 20;
        AttackTally tally = new();
        tally.Try(new HostileInput("small", [1, 2, 3], static _ => null));
        tally.Try(new HostileInput("native", [1, 2], static _ =>
        {
            byte* native = (byte*)NativeMemory.Alloc(Asked);
            new Span<byte>(native, Asked).Fill(1);
            NativeMemory.Free(native);
            return null;
        }));
        Assert.True(tally.ResidentBytes > Asked / 2);
        Assert.Equal(2, tally.ResidentInputBytes);
        Assert.True(tally.WorstAllocatedBytes < Asked);
    }

    [Fact]
    public void AReaderOfPiecesIsToldFromOneThatCollectsThemFirst()
    {
        const long Bytes = 2_000_000;
        Message streams = Assert.Single(SeededSession.Ask(new SeededAdapter(SeededFault.None), $"stream bytes={Bytes}"), static one => one.Verb == "stream");
        Message buffers = Assert.Single(SeededSession.Ask(new BufferingAdapter(), $"stream bytes={Bytes}"), static one => one.Verb == "stream");
        Assert.Equal(("streams", "buffers all"), (streams.Text("outcome"), buffers.Text("outcome")));
        Assert.InRange(streams.Number("input_bytes"), Bytes * 9 / 10, Bytes * 11 / 10);
        // What is collected first is one large array.
        Assert.True(buffers.Number("loh_bytes") >= streams.Number("loh_bytes"));
        Message lossy = Assert.Single(SeededSession.Ask(new SeededAdapter(SeededFault.LosesMember), $"stream bytes={Bytes}"), static one => one.Verb == "stream");
        Assert.Equal("lost", lossy.Text("outcome"));
    }
}
