using System.Buffers.Binary;

namespace Fathom.EndToEnd.Frame;

/// <summary>A trace of perf that takes a while to read: samples of a timer and nothing else, made up.</summary>
/// <remarks>
/// <code>
/// head      0 "PERFILE2"  8 its size  16 bytes of an event  24, 32 place and size of events  40, 48 of records  56 …  72 bits of further parts
/// event     perf_event_attr of 128 bytes: type 1 (software), config 0 (cpu-clock), fields 0x107; then place and size of its ids
/// sample    0 u32 9  4 u16 2  6 u16 40  8 place of the code  16 u32 process  20 u32 thread  24 time  32 period
/// </code>
/// </remarks>
internal static class LargeTrace
{
    private const int HeadBytes = 104;
    private const int EventBytes = 128 + 16;
    private const int SampleBytes = 40;
    private const int BlockSamples = 50_000;
    private const int Programs = 20;
    private const int Threads = 200;

    // Instruction, process and thread, time, period.
    private const ulong Fields = 0x107;

    /// <summary>Writes it.</summary>
    /// <param name="path">The file.</param>
    /// <param name="samples">How many.</param>
    public static void Write(string path, int samples)
    {
        byte[] head = new byte[HeadBytes + EventBytes];
        "PERFILE2"u8.CopyTo(head);
        Put(head, 8, HeadBytes);
        Put(head, 16, EventBytes);
        Put(head, 24, HeadBytes);
        Put(head, 32, EventBytes);
        Put(head, 40, (ulong)head.Length);
        Put(head, 48, (ulong)samples * SampleBytes);
        Span<byte> timer = head.AsSpan(HeadBytes);
        BinaryPrimitives.WriteUInt32LittleEndian(timer, 1);
        BinaryPrimitives.WriteUInt32LittleEndian(timer[4..], 128);
        Put(timer, 16, 1_000_000);
        Put(timer, 24, Fields);
        // Trailers of all records, and so the time of each.
        Put(timer, 40, 1UL << 18);
        using FileStream file = File.Create(path, 1);
        file.Write(head);
        byte[] block = new byte[BlockSamples * SampleBytes];
        Random random = new(1);
        for (int done = 0; done < samples; done += BlockSamples)
        {
            int count = Math.Min(BlockSamples, samples - done);
            for (int i = 0; i < count; i++)
                Put(block.AsSpan(i * SampleBytes, SampleBytes), done + i, random);
            file.Write(block, 0, count * SampleBytes);
        }
    }

    private static void Put(Span<byte> sample, int number, Random random)
    {
        int thread = random.Next(Threads);
        BinaryPrimitives.WriteUInt32LittleEndian(sample, 9);
        BinaryPrimitives.WriteUInt16LittleEndian(sample[4..], 2);
        BinaryPrimitives.WriteUInt16LittleEndian(sample[6..], SampleBytes);
        Put(sample, 8, 0x40_0000 + ((ulong)random.Next(10_000) * 16));
        BinaryPrimitives.WriteInt32LittleEndian(sample[16..], 100_000 + (thread % Programs));
        BinaryPrimitives.WriteInt32LittleEndian(sample[20..], 200_000 + thread);
        Put(sample, 24, 1_000_000_000 + ((ulong)number * 1_000) + (ulong)random.Next(1_000));
        Put(sample, 32, 1_000_000);
    }

    private static void Put(Span<byte> into, int at, ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(into[at..], value);
}
