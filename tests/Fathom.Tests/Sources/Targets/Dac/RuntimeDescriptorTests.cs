using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.RuntimeContracts;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dac;

/// <summary>A descriptor is found in the memory of a target, which may be damaged or made to mislead.</summary>
public sealed class RuntimeDescriptorTests
{
    private const string Text = """{"version":0,"baseline":"empty","types":{"Thread":{"!":512,"Id":16}},"globals":{"Mask":"0xffff"}}""";
    private const ulong Image = 0x7f00_0000_0000;
    private const int Size = 1 << 20;

    // A search passes 64 MiB; every page may lie alone.
    private const int MaxReads = 3 * (64 << 20) / 4096;

    [Fact]
    public void The_text_is_found_where_its_address_says_and_without_one_wherever_it_lies()
    {
        foreach (int at in (int[])[64, 4090, (256 * 1024) - 10, (256 * 1024) - 23, (512 * 1024) - 40, Size - Text.Length])
        {
            foreach (bool isTold in (bool[])[true, false])
            {
                HoledMemory memory = Made(at, isTold);
                Assert.Equal(16, RuntimeDescriptor.Read(memory, Image, Image)?.OffsetOf("Thread", "Id"));
            }
        }
    }

    [Fact]
    public void Damaged_memory_gives_numbers_in_bounds_or_none_after_a_bounded_search()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            Random random = new(seed);
            HoledMemory memory = Made(random.Next(64, Size - Text.Length), random.Next(2) == 0);
            int damage = random.Next(1, 6);
            for (int i = 0; i < damage; i++)
                memory.Content[random.Next(3) == 0 ? random.Next(Size) : random.Next(ContractHead.Size)] = (byte)random.Next(256);
            for (int i = random.Next(40); i > 0; i--)
                memory.Holes.Add((ulong)random.Next(Size / 4096));
            ulong image = random.Next(4) switch { 0 => 0, 1 => ulong.MaxValue - (ulong)random.Next(8192), _ => Image };

            RuntimeDescriptor? read = RuntimeDescriptor.Read(memory, Image, image);

            Assert.True(read?.OffsetOf("Thread", "Id") is null or (>= 0 and <= ContractText.MaxOffset), $"seed {seed}");
            Assert.InRange(memory.Reads, 1, MaxReads);
        }
    }

    [Fact]
    public void Random_addresses_in_the_head_are_read_or_not_and_nothing_else()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            Random random = new(seed);
            HoledMemory memory = Made(64, isTold: true);
            BinaryPrimitives.WriteUInt64LittleEndian(memory.Content.AsSpan(16), (ulong)random.NextInt64(long.MinValue, long.MaxValue));
            BinaryPrimitives.WriteUInt32LittleEndian(memory.Content.AsSpan(12), (uint)random.NextInt64(uint.MaxValue));

            Assert.Null(RuntimeDescriptor.Read(memory, Image, Image));
            Assert.InRange(memory.Reads, 1, 2);
            Assert.InRange(memory.MostBytes, 0, ContractText.MaxSize);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(45)]
    [InlineData(47)]
    [InlineData(4095)]
    public void Pages_of_which_each_second_is_missing_and_short_reads_end_the_search(int mostAtOnce)
    {
        HoledMemory memory = new(new byte[64 << 20], Image) { MostAtOnce = mostAtOnce == 0 ? int.MaxValue : Math.Max(mostAtOnce, ContractHead.Size) };
        Made(64, isTold: false).Content.AsSpan(0, ContractHead.Size).CopyTo(memory.Content);
        for (ulong page = 1; page < (64 << 20) / 4096; page += 2)
            memory.Holes.Add(page);

        Assert.Null(RuntimeDescriptor.Read(memory, Image, Image));

        Assert.InRange(memory.Reads, 1, mostAtOnce == 0 ? MaxReads : 64 << 20);
    }

    [Fact]
    public void Nowhere_is_none() => Assert.Null(RuntimeDescriptor.Read(Made(64, isTold: true), 0, Image));

    private static HoledMemory Made(int textAt, bool isTold)
    {
        HoledMemory memory = new(new byte[Size], Image);
        Span<byte> head = memory.Content;
        BinaryPrimitives.WriteUInt64LittleEndian(head, 0x0043414443434e44);
        BinaryPrimitives.WriteUInt32LittleEndian(head[8..], 1);
        BinaryPrimitives.WriteUInt32LittleEndian(head[12..], (uint)Text.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(head[16..], isTold ? Image + (ulong)textAt : 0);
        Encoding.UTF8.GetBytes(Text, head[textAt..]);
        return memory;
    }

    /// <summary>One range of memory with missing pages, as a process or a core has it: a read ends before the first byte that is not there.</summary>
    private sealed class HoledMemory(byte[] content, ulong start) : ITargetMemory
    {
        public byte[] Content => content;

        public HashSet<ulong> Holes { get; } = [];

        public int MostAtOnce { get; init; } = int.MaxValue;

        public int Reads { get; private set; }

        public int MostBytes { get; private set; }

        public int Read(ulong address, Span<byte> buffer)
        {
            Reads++;
            MostBytes = Math.Max(MostBytes, buffer.Length);
            int length = 0, most = Math.Min(buffer.Length, MostAtOnce);
            while (length < most && address + (ulong)length - start is var at && at < (ulong)content.Length && !Holes.Contains(at / 4096))
                length = (int)Math.Min((ulong)most, (ulong)length + 4096 - (at % 4096));
            ulong from = address - start;
            length = from < (ulong)content.Length ? Math.Min(length, content.Length - (int)from) : 0;
            content.AsSpan(length == 0 ? 0 : (int)from, length).CopyTo(buffer);
            return length;
        }

        public ulong NextReadable(ulong address, ulong limit)
        {
            while (address < limit && (address - start >= (ulong)content.Length || Holes.Contains((address - start) / 4096)))
                address = address < start ? Math.Min(start, limit) : address - start >= (ulong)content.Length ? limit : start + ((((address - start) / 4096) + 1) * 4096);
            return Math.Min(address, limit);
        }
    }
}
