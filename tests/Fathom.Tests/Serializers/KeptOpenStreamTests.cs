using Fathom.Serializers.Kit.Measuring;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Through every overload a reader gets from the stream that it is measured with what a plain one gives.</summary>
public sealed class KeptOpenStreamTests
{
    private static readonly Func<MemoryStream, int, byte[]>[] s_overloads =
    [
        static (stream, count) => Read(count, buffer => stream.Read(buffer.AsSpan())),
        static (stream, count) => Read(count, buffer => stream.Read(buffer, 0, buffer.Length)),
        static (stream, count) => Read(count, buffer => stream.ReadAsync(buffer.AsMemory()).AsTask().Result),
        static (stream, count) => Read(count, buffer => stream.ReadAsync(buffer, 0, buffer.Length).Result),
        static (stream, _) => [(byte)stream.ReadByte()],
        static (stream, _) => Copied(to => stream.CopyTo(to)),
        static (stream, _) => Copied(to => stream.CopyToAsync(to).Wait()),
    ];

    [Fact]
    public void Every_overload_reads_what_a_plain_stream_reads()
    {
        Random random = new(7);
        byte[] data = new byte[300];
        random.NextBytes(data);
        using KeptOpenStream kept = new(data);
        using MemoryStream plain = new(data, writable: false);
        for (int i = 0; i < 20_000; i++)
        {
            if (random.Next(10) == 0)
                kept.Position = plain.Position = random.Next(data.Length + 20);
            Func<MemoryStream, int, byte[]> read = s_overloads[random.Next(s_overloads.Length)];
            int count = random.Next(40);
            Assert.Equal(read(plain, count), read(kept, count));
            Assert.Equal(plain.Position, kept.Position);
        }
    }

    // Derived from MemoryStream without overloads of its own it rents an array for each span that is read. Beyond the first calls allocations are counted exactly.
    [Fact]
    public void No_overload_allocates_more_than_that_of_a_plain_stream()
    {
        using KeptOpenStream kept = new(new byte[4096]);
        using MemoryStream plain = new(new byte[4096], writable: false);
        foreach (Func<MemoryStream, int, byte[]> read in s_overloads)
        {
            Allocated(read, kept);
            Allocated(read, plain);
            Assert.InRange(Allocated(read, kept), 0, Allocated(read, plain));
        }
    }

    [Fact]
    public void A_reader_that_closes_it_leaves_it_open()
    {
        using KeptOpenStream kept = new([1, 2, 3]);
        kept.Dispose();
        kept.Position = 0;
        Assert.Equal(1, kept.ReadByte());
    }

    private static long Allocated(Func<MemoryStream, int, byte[]> read, MemoryStream stream)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 200; i++)
        {
            stream.Position = 0;
            read(stream, 512);
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static byte[] Read(int count, Func<byte[], int> read)
    {
        byte[] buffer = new byte[count];
        return buffer[..read(buffer)];
    }

    private static byte[] Copied(Action<Stream> copy)
    {
        using MemoryStream to = new();
        copy(to);
        return to.ToArray();
    }
}
