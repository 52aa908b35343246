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

    private static readonly Version s_net9 = new(9, 0, 20);
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

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(3, 4_000)]
    public void Random_memory_ends_every_walk(int seed, int walks)
    {
        Random random = new(seed);
        for (int i = 0; i < walks; i++)
        {
            Noise noise = new(random.Next());
            CompiledFrames frames = new(noise, CompiledCode.Of(noise, Descriptor(Types, "2"))!);
            for (int k = 0; k < 4; k++)
                frames.TryFind((ulong)random.NextInt64(), isInnermost: k % 2 == 0, s_code, out _);
            Assert.InRange(noise.Reads, 1, 20_000);
        }
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(4, 16_000)]
    public void More_random_memory_ends_every_walk(int seed, int walks) =>
        Random_memory_ends_every_walk(seed, walks);

    // All fragments are one, which leads to itself.
    [Fact]
    public void A_list_without_end_is_left()
    {
        Same same = new();

        Assert.False(CompiledCode.Of(same, Descriptor(Types, "2"))!.TryFind(0x7000_0000, out _, out _));
        Assert.InRange(same.Reads, 1, 1000);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Random_memory_ends_every_walk_of_runtimes_that_do_not_describe_themselves_and_is_not_believed()
    {
        Random random = new(5);
        for (int i = 0; i < 3_000; i++)
        {
            Noise noise = new(random.Next());
            Assert.Null(CompiledCode.Of(noise, 0x1000, s_net9, [(0x7000_0000, 0x7002_0000)]));
            CompiledFrames frames = new(noise, new CompiledCode(noise, 0x1000, CompiledCodeLayout.Net8));
            frames.TryFind((ulong)random.NextInt64(), isInnermost: i % 2 == 0, s_code, out _);
            Assert.InRange(noise.Reads, 1, 20_000);
        }
    }

    [Theory]
    [InlineData(MadeCode.First, MadeCode.First)]
    [InlineData(MadeCode.First + 0x1f, MadeCode.First)]
    [InlineData(MadeCode.Second + 4, MadeCode.Second)]
    [InlineData(MadeCode.Second + 0x5fff, MadeCode.Second)]
    [InlineData(MadeCode.Second - 4, MadeCode.First)]
    public void A_method_is_found_where_its_code_begins_far_before(ulong address, ulong start)
    {
        MadeCode made = new();

        CompiledCode code = CompiledCode.Of(made, MadeCode.Table, s_net9, MadeCode.Ranges)!;

        Assert.True(code.TryFind(address, out ulong found, out ulong header));
        Assert.Equal((start, MadeCode.HeaderOf(start)), (found, header));
        Assert.True(new CompiledFrames(made, code).TryFind(start + 8, isInnermost: false, [], out _));
    }

    [Theory]
    [InlineData("7.0.20")]
    [InlineData("10.0.0")]
    public void Only_versions_whose_layout_is_known_are_read(string version) => Assert.Null(CompiledCode.Of(new MadeCode(), MadeCode.Table, Version.Parse(version), MadeCode.Ranges));

    [Fact]
    public void Code_that_is_not_executable_memory_of_the_process_is_not_believed() =>
        Assert.Null(CompiledCode.Of(new MadeCode(), MadeCode.Table, s_net9, [(MadeCode.Area + MadeCode.AreaBytes, MadeCode.Area + (2 * MadeCode.AreaBytes))]));

    // A runtime of another layout: what it has there leads elsewhere.
    [Fact]
    [Trait("Category", "Slow")]
    public void Damaged_maps_and_headers_end_and_what_is_found_lies_in_the_area()
    {
        Random random = new(11);
        int believed = 0;
        for (int i = 0; i < 3_000; i++)
        {
            MadeCode made = new();
            for (int k = random.Next(1, 6); k > 0; k--)
                made.Damage(random);
            believed += CompiledCode.Of(made, MadeCode.Table, s_net9, MadeCode.Ranges) is null ? 0 : 1;
            CompiledFrames frames = new(made, new CompiledCode(made, MadeCode.Map, CompiledCodeLayout.Net8));
            for (int k = 0; k < 4; k++)
                frames.TryFind(MadeCode.Area + (ulong)random.Next((int)MadeCode.AreaBytes), isInnermost: k % 2 == 0, s_code, out _);
            Assert.InRange(made.Reads, 1, 5_000);
        }

        // Most damage is in places that nothing depends on.
        Assert.InRange(believed, 1, 2_999);
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

    /// <summary>The map of a runtime of .NET 8 or 9 with two methods, the second of which covers many units.</summary>
    private sealed class MadeCode : ITargetMemory
    {
        public const ulong Table = 0x7f00_0000_0000;
        public const ulong Map = Table + 0x1000;
        public const ulong Area = Table + 0x2_0000;
        public const ulong AreaBytes = 0x1_0000;
        public const ulong First = Area + 0x140;
        public const ulong Second = Area + 0x1c0;

        private const int LevelBytes = 0x800;
        private const ulong Fragment = Map + (6 * LevelBytes);
        private const ulong Section = Fragment + 0x100;
        private const ulong Heap = Section + 0x100;
        private const ulong Starts = Heap + 0x100;
        private const ulong Headers = Starts + 0x1000;

        private readonly byte[] _bytes = new byte[0x3_0000];

        public MadeCode()
        {
            Set(Table, Map);
            for (int level = 0; level < 5; level++)
                Set(Map + (ulong)(level * LevelBytes) + (8 * ((Area >> (49 - (8 * level))) & 0xff)), level == 4 ? Fragment | 1 : Map + (ulong)((level + 1) * LevelBytes));
            Set(Fragment + 8, Area);
            Set(Fragment + 16, Area + AreaBytes);
            Set(Fragment + 24, Section);
            Set(Section + 16, 2);
            Set(Section + 40, Heap);
            Set(Heap + 32, Area);
            Set(Heap + 40, Starts);
            Begin(First, 0x40);
            Begin(Second, 0x6000);
        }

        public static IReadOnlyList<(ulong Start, ulong End)> Ranges { get; } = [(Area, Area + AreaBytes)];

        public int Reads { get; private set; }

        public static ulong HeaderOf(ulong start) => Headers + (2 * (start - First));

        public void Damage(Random random)
        {
            ulong at = random.Next(4) switch
            {
                0 => Map + (ulong)random.Next(6 * LevelBytes),
                1 => Fragment + (ulong)random.Next(0x300),
                2 => Starts + (ulong)random.Next(64),
                _ => Headers + (ulong)random.Next(0x140),
            };
            _bytes[at - Table] = (byte)random.Next(256);
        }

        public int Read(ulong address, Span<byte> buffer)
        {
            Reads++;
            ulong at = address - Table;
            if (at >= (ulong)_bytes.Length)
                return 0;
            ReadOnlySpan<byte> rest = _bytes.AsSpan((int)at);
            rest = rest[..Math.Min(rest.Length, buffer.Length)];
            rest.CopyTo(buffer);
            return rest.Length;
        }

        public ulong NextReadable(ulong address, ulong limit) => limit;

        private void Begin(ulong start, uint length)
        {
            ulong distance = start - Area, unit = Starts + (distance / 256 * sizeof(uint));
            int shift = 28 - (4 * (int)(distance / 32 % 8));
            BitConverter.TryWriteBytes(At(unit), BitConverter.ToUInt32(At(unit)) | ((uint)((distance % 32 / 4) + 1) << shift));
            Set(start - 8, HeaderOf(start));
            BitConverter.TryWriteBytes(At(HeaderOf(start) + 32), 1);
            // Its piece, and behind its code the unwind information: nothing is done to the stack.
            BitConverter.TryWriteBytes(At(HeaderOf(start) + 36), (uint)distance);
            BitConverter.TryWriteBytes(At(HeaderOf(start) + 40), (uint)distance + length);
            BitConverter.TryWriteBytes(At(HeaderOf(start) + 44), (uint)distance + length);
            _bytes[start + length - Table] = 1;
        }

        private void Set(ulong address, ulong value) => BitConverter.TryWriteBytes(At(address), value);

        private Span<byte> At(ulong address) => _bytes.AsSpan((int)(address - Table), sizeof(ulong));
    }
}
