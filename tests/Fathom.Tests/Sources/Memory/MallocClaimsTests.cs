using System.Buffers.Binary;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class MallocClaimsTests
{
    private const ulong Arena = 64 * 1024 * 1024;

    [Fact]
    public void An_arena_starts_at_64_MiB_and_ends_in_reserved_memory()
    {
        Mapping[] mappings =
        [
            Anonymous(3 * Arena, 0x21000),
            Reserved((3 * Arena) + 0x21000, Arena - 0x21000),
            Anonymous(5 * Arena, 0x21000),
            Anonymous((7 * Arena) + 0x1000, 0x21000),
            Reserved((7 * Arena) + 0x22000, Arena),
            Anonymous(9 * Arena, 0x21000),
            Reserved((9 * Arena) + 0x21000, 0x1000),
        ];

        AddressClaim claim = Assert.Single(MallocClaims.Arenas(mappings));

        Assert.Equal(new AddressRange(3 * Arena, (3 * Arena) + 0x21000), claim.Range);
    }

    [Fact]
    public void Large_blocks_are_known_by_their_heads_as_long_as_they_follow_each_other()
    {
        const ulong start = 0x7f00_0000_0000;
        Heads memory = new();
        memory.Put(start, 0x3000 | 2);
        memory.Put(start + 0x3000, 0x1000 | 2);
        memory.Put(start + 0x4000, 0x9000);
        Mapping mapping = Anonymous(start, 0x10000);
        ClaimMap claims = new();

        new MallocClaims(memory, range => (range.Length, 0)).AddLargeBlocks([mapping], claims, TestContext.Current.CancellationToken);

        Assert.Equal(new AddressRange(start, start + 0x4000), Assert.Single(claims.All).Range);
    }

    [Theory]
    [InlineData(0x3001ul)]
    [InlineData(0x3003ul)]
    [InlineData(0x3012ul)]
    [InlineData(0x2ul)]
    [InlineData(0x11002ul)]
    [InlineData(ulong.MaxValue)]
    public void Anything_else_at_the_beginning_is_no_block(ulong word)
    {
        const ulong start = 0x7f00_0000_0000;
        Heads memory = new();
        memory.Put(start, word);
        ClaimMap claims = new();

        new MallocClaims(memory, range => (range.Length, 0)).AddLargeBlocks([Anonymous(start, 0x10000)], claims, TestContext.Current.CancellationToken);

        Assert.Empty(claims.All);
    }

    [Fact]
    public void A_page_that_is_not_resident_is_not_touched()
    {
        Heads memory = new();
        new MallocClaims(memory, _ => (0, 0)).AddLargeBlocks([Anonymous(0x10000, 0x10000)], new ClaimMap(), TestContext.Current.CancellationToken);

        Assert.Equal(0, memory.Reads);
    }

    private static Mapping Anonymous(ulong start, ulong bytes) => new() { Start = start, End = start + bytes, Permissions = "rw-p", Path = "" };

    private static Mapping Reserved(ulong start, ulong bytes) => new() { Start = start, End = start + bytes, Permissions = "---p", Path = "" };

    private sealed class Heads : ITargetMemory
    {
        private readonly Dictionary<ulong, ulong> _second = [];

        public int Reads { get; private set; }

        public void Put(ulong address, ulong second) => _second[address] = second;

        public int Read(ulong address, Span<byte> buffer)
        {
            Reads++;
            buffer.Clear();
            if (_second.TryGetValue(address, out ulong word))
                BinaryPrimitives.WriteUInt64LittleEndian(buffer[8..], word);
            return buffer.Length;
        }

        public ulong NextReadable(ulong address, ulong limit) => limit;
    }
}
