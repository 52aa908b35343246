using System.Runtime.InteropServices;
using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>Memory that was made to lie, or to keep who reads it busy.</summary>
public sealed class HostileMallocTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public void In_use_free_and_not_known_are_never_negative_and_add_up_to_the_size_whatever_caches_say()
    {
        Random chance = new(31);
        for (int round = 0; round < 300; round++)
        {
            MadeArena made = new(chance, caches: chance.Next(1, 20), chunks: chance.Next(200));
            for (int i = 0; i < round % 50; i++)
                made.Bytes[chance.Next(0x8d0, made.Bytes.Length)] = (byte)chance.Next(256);

            MallocReading reading = Reader(made).Read(made.Places);

            MallocArena arena = Assert.Single(reading.Arenas);
            Assert.Equal(made.Bytes.Length, arena.SizeBytes);
            Assert.All(
                [arena.InUseBytes!.Value, arena.FreeBytes!.Value, arena.NotKnownBytes, arena.InUseCount!.Value, arena.CachedBytes ?? 0],
                static part => Assert.InRange(part, 0, long.MaxValue));
            Assert.Equal(arena.SizeBytes, arena.InUseBytes + arena.FreeBytes + arena.NotKnownBytes);
            Assert.Equal(arena.NotKnownBytes, Assert.Single(reading.Stretches).NotKnownBytes);
            if (arena.NotKnownBytes > 0)
                Assert.NotNull(arena.Problem);
        }
    }

    [Fact]
    public void What_a_cache_does_not_lead_to_is_not_called_free()
    {
        MadeArena made = new(new Random(3), caches: 1, chunks: 1_000);

        MallocArena arena = Assert.Single(Reader(made).Read(made.Places).Arenas);

        Assert.InRange(arena.NotKnownBytes, 1_040, arena.SizeBytes);
        Assert.Equal((null, "a list of free chunks broke off: what follows in it is not known, or in use where its length is not"), (arena.CachedBytes, arena.Problem));
    }

    // As in a version of glibc that is not known here: words more or fewer before or behind the bins of an arena.
    [Theory]
    [InlineData(0x30, 8)]
    [InlineData(0x30, 64)]
    [InlineData(0x800, 8)]
    [InlineData(0x8d0, 16)]
    [InlineData(0x8d0, 48)]
    [InlineData(0x30, -8)]
    [InlineData(0x8d0, -16)]
    public void An_unknown_layout_has_no_figures_and_a_reason(int at, int more)
    {
        MadeArena made = new(new Random(9), caches: 2, chunks: 500);
        made.Move(at, more);

        MallocReading reading = Reader(made).Read(made.Places);

        MallocArena arena = Assert.Single(reading.Arenas);
        Assert.NotNull(arena.Problem);
        Assert.Equal(0, arena.FreeBytes ?? 0);
        Assert.InRange(arena.InUseBytes ?? 0, 0, 0x900);
        Assert.Equal(arena.SizeBytes, (arena.InUseBytes ?? 0) + arena.NotKnownBytes);
    }

    [Fact]
    public void What_looks_like_arenas_is_read_once_however_much_leads_to_it()
    {
        const int candidates = 300, arenas = 2_000;
        FakeArenas memory = new(candidates, arenas);
        MallocReader reader = new(memory, static range => (range.Length, 0), TestContext.Current.CancellationToken) { Limit = TimeSpan.FromMinutes(1) };

        MallocReading reading = reader.Read(new MallocPlaces(new AddressRange(1 << 20, 2 << 20), [], [], [memory.Data]));

        Assert.Equal("no arena of glibc was found here", Assert.Single(reading.Arenas).Problem);
        Assert.InRange(memory.Reads, arenas, arenas + (10 * candidates));
    }

    [Fact]
    public void When_time_is_up_hardly_anything_more_is_read_and_that_is_the_reason()
    {
        FakeArenas fakes = new(300, 2_000);
        MallocReader reader = new(fakes, static range => (range.Length, 0), TestContext.Current.CancellationToken) { Limit = TimeSpan.Zero };
        MadeArena made = new(new Random(5), caches: 20, chunks: 1_000);
        int looks = 0;
        MallocReader late = new(made, Pages, TestContext.Current.CancellationToken) { Limit = TimeSpan.FromMilliseconds(200) };

        MallocReading reading = reader.Read(new MallocPlaces(new AddressRange(1 << 20, 2 << 20), [], [], [fakes.Data]));
        MallocArena arena = Assert.Single(late.Read(made.Places).Arenas);

        Assert.Equal("time was up", Assert.Single(reading.Arenas).Problem);
        Assert.InRange(fakes.Reads, 0, 2);
        Assert.Equal(0, arena.CachedBytes ?? 0);
        Assert.NotNull(arena.Problem);
        Assert.Equal(arena.SizeBytes, arena.InUseBytes + arena.FreeBytes + arena.NotKnownBytes);

        // The walk over the chunks uses up the time, and the caches come after it.
        (long, long) Pages(AddressRange range)
        {
            if (looks++ == 0)
                Thread.Sleep(300);
            return (range.Length, 0);
        }
    }

    [Fact]
    public void Arenas_in_a_circle_are_found_behind_others_that_lead_to_them()
    {
        FakeArenas memory = new(3, 10);
        ArenaCircle circle = new(memory, static () => false);

        Assert.False(circle.LeadsBackTo(FakeArenas.Candidate(0)));
        Assert.True(circle.LeadsBackTo(FakeArenas.Arena(4)));
        Assert.False(circle.LeadsBackTo(FakeArenas.Candidate(1)));
        Assert.True(circle.LeadsBackTo(FakeArenas.Arena(0)));
        Assert.False(new ArenaCircle(memory, static () => true).LeadsBackTo(FakeArenas.Arena(0)));
    }

    private static MallocReader Reader(MadeArena made) =>
        new(made, static range => (range.Length, 0), TestContext.Current.CancellationToken) { Limit = TimeSpan.FromMinutes(1) };

    // Data in which many places may be the last bin of an arena; all lead to the same circle of arenas.
    private sealed class FakeArenas : ITargetMemory
    {
        private const ulong Start = 0x7e00_0000_0000;
        private const ulong ArenasStart = 0x7d00_0000_0000;
        private const int Step = 48;
        private const int LastBin = 112 + 2016;
        private const int Next = 112 + 2048;
        private const int First = 4_096;

        private readonly byte[] _data;
        private readonly byte[] _arenas;

        public FakeArenas(int candidates, int arenas)
        {
            _data = new byte[(First + (candidates * Step) + 8_191) & ~4_095];
            _arenas = new byte[arenas * 4_096];
            for (int i = 0; i < candidates; i++)
                Put(_data, Start, First + (i * Step) - LastBin, Arena(i % arenas));
            for (int i = 0; i < arenas; i++)
                Put(_arenas, ArenasStart, i * 4_096, Arena((i + 1) % arenas));
        }

        public int Reads { get; private set; }

        public AddressRange Data => new(Start, Start + (ulong)_data.Length);

        public static ulong Arena(int number) => ArenasStart + ((ulong)number * 4_096);

        public static ulong Candidate(int number) => Start + First + (ulong)(number * Step) - LastBin;

        public int Read(ulong address, Span<byte> buffer)
        {
            Reads++;
            (byte[] bytes, ulong start) = address >= Start ? (_data, Start) : (_arenas, ArenasStart);
            if (address < start || address >= start + (ulong)bytes.Length)
                return 0;
            ReadOnlySpan<byte> there = bytes.AsSpan((int)(address - start));
            int count = Math.Min(there.Length, buffer.Length);
            there[..count].CopyTo(buffer);
            return count;
        }

        public ulong NextReadable(ulong address, ulong limit) => limit;

        private static void Put(byte[] bytes, ulong start, int begin, ulong next)
        {
            Span<ulong> words = MemoryMarshal.Cast<byte, ulong>(bytes.AsSpan());
            int bin = (begin + LastBin) / sizeof(ulong);
            words[bin] = words[bin + 1] = start + (ulong)(begin + LastBin) - 16;
            words[(begin + Next) / sizeof(ulong)] = next;
        }
    }
}
