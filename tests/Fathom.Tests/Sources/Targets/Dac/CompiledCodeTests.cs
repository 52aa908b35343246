using System.Text;
using Fathom.Formats.RuntimeContracts;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Unwinding;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dac;

/// <summary>The map of compiled code is memory of the target, which may hold anything.</summary>
public sealed class CompiledCodeTests
{
    private const string Types = """
        "RangeSectionMap":{"TopLevelData":0},"RangeSectionFragment":{"RangeBegin":8,"RangeEndOpen":16,"RangeSection":24,"Next":0},"RangeSection":{"Flags":16,"HeapList":40},
        "RealCodeHeader":{"NumUnwindInfos":32,"UnwindInfos":36},"CodeHeapListNode":{"MapBase":32,"HeaderMap":40}
        """;

    private static readonly byte[] s_code = [0x5d, 0x41, 0x5e, 0x90];

    [Theory]
    [InlineData("2", true)]
    [InlineData("\"c1\"", true)]
    [InlineData("1", false)]
    [InlineData("\"c2\"", false)]
    public void Only_a_version_that_is_known_is_read(string version, bool isKnown) => Assert.Equal(isKnown, CompiledCode.Of(new Noise(1), Descriptor(Types, version)) is not null);

    [Fact]
    public void A_runtime_that_does_not_tell_a_field_is_not_read() =>
        Assert.Null(CompiledCode.Of(new Noise(1), Descriptor(Types.Replace("\"MapBase\":32,", "", StringComparison.Ordinal), "2")));

    [Fact]
    public void Random_memory_ends_every_walk()
    {
        Random random = new(3);
        for (int i = 0; i < 20_000; i++)
        {
            Noise noise = new(random.Next());
            CompiledFrames frames = new(noise, CompiledCode.Of(noise, Descriptor(Types, "2"))!);
            for (int k = 0; k < 4; k++)
                frames.TryFind((ulong)random.NextInt64(), isInnermost: k % 2 == 0, s_code, out _);
            Assert.InRange(noise.Reads, 1, 20_000);
        }
    }

    // All fragments are one, which leads to itself.
    [Fact]
    public void A_list_without_end_is_left()
    {
        Same same = new();

        Assert.False(CompiledCode.Of(same, Descriptor(Types, "2"))!.TryFind(0x7000_0000, out _, out _));
        Assert.InRange(same.Reads, 1, 1000);
    }

    private static RuntimeDescriptor Descriptor(string types, string version)
    {
        string text = $$$"""{"types":{ {{{types}}} },"globals":{"ExecutionManagerCodeRangeMapAddress":[[1],"pointer"]},"contracts":{"ExecutionManager":{{{version}}} } }""";
        return new RuntimeDescriptor(ContractText.Parse(Encoding.UTF8.GetBytes(text))!, [0, 0x1000]);
    }

    /// <summary>Every address has some number, most of them small or equal.</summary>
    private sealed class Noise(int seed) : ITargetMemory
    {
        public int Reads { get; private set; }

        public int Read(ulong address, Span<byte> buffer)
        {
            Reads++;
            Random random = new(HashCode.Combine(seed, address));
            if (random.Next(20) == 0)
                return 0;
            random.NextBytes(buffer);
            if (buffer.Length == sizeof(ulong))
                BitConverter.TryWriteBytes(buffer, random.Next(3) switch { 0 => (ulong)random.Next(64), 1 => 0x5000, _ => (ulong)random.NextInt64() });
            return buffer.Length;
        }

        public ulong NextReadable(ulong address, ulong limit) => limit;
    }

    /// <summary>Every number is the same address.</summary>
    private sealed class Same : ITargetMemory
    {
        public int Reads { get; private set; }

        public int Read(ulong address, Span<byte> buffer)
        {
            Reads++;
            BitConverter.TryWriteBytes(buffer, 0x2000UL);
            return buffer.Length;
        }

        public ulong NextReadable(ulong address, ulong limit) => limit;
    }
}
