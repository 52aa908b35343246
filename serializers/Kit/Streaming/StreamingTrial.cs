using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Measuring;

namespace Fathom.Serializers.Kit.Streaming;

/// <summary>Reads much input that arrives in pieces, and tells whether rows came to be meanwhile and how much memory was used above the result.</summary>
public sealed class StreamingTrial
{
    private const int RowsOfSample = 2000;
    private const int ChunkBytes = 16 * 1024;

    private readonly Codec<StreamedRows> _codec;

    /// <param name="adapter">The serializer.</param>
    public StreamingTrial(SerializerAdapter adapter) => _codec = adapter.Create<StreamedRows>();

    /// <summary>Size of the input.</summary>
    public long InputBytes { get; private set; }

    /// <summary>Most bytes of the managed heap in use, above the result itself.</summary>
    public long PeakBytes { get; private set; }

    /// <summary>Most bytes of large objects above those of the result.</summary>
    public long LargeObjectBytes { get; private set; }

    /// <summary>How long reading took.</summary>
    public long DurationNs { get; private set; }

    /// <summary>Does it: streams, buffers part, buffers all, or lost when the rows are not those that were written.</summary>
    /// <param name="bytes">How large the input is to be, about.</param>
    public CheckResult Run(long bytes)
    {
        using FileStream file = new(
            Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, ChunkBytes, FileOptions.DeleteOnClose);
        int count = Write(file, bytes);
        InputBytes = file.Position;
        file.Position = 0;
        Settle();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        StreamedRow.Restart();
        long made = 0;
        StreamedRows? result;
        long peak, largePeak;
        using (MemoryWatch watch = new())
        {
            long start = Stopwatch.GetTimestamp();
            using ChunkedStream input = new(file, InputBytes, ChunkBytes, () => made = StreamedRow.Made);
            result = _codec.Deserialize(input);
            DurationNs = (long)Stopwatch.GetElapsedTime(start).TotalNanoseconds;
            (peak, largePeak) = watch.Stop();
        }

        long counted = StreamedRow.Made;
        long after = GC.GetTotalMemory(forceFullCollection: true);
        PeakBytes = Math.Max(0, peak - Math.Max(before, after));
        LargeObjectBytes = Math.Max(0, largePeak - MemoryWatch.LargeObjectBytes(before: false));
        if (result is null)
            return new CheckResult("lost", "nothing was returned", InputBytes);
        if (result.FirstWrong(count) is var wrong and >= 0)
            return new CheckResult("lost", string.Create(CultureInfo.InvariantCulture, $"row {wrong} of {count} is not the one that was written"), InputBytes);
        return Judge(made, counted, count);
    }

    private CheckResult Judge(long made, long counted, int count)
    {
        if (counted < count)
        {
            // It makes rows in a way that does not count them: memory has to tell.
            string byMemory = PeakBytes > InputBytes / 2 ? "buffers all" : "streams";
            return new CheckResult(byMemory, "by its memory alone, since its rows could not be counted", InputBytes);
        }

        string outcome = made >= count * 0.9 ? "streams" : made <= count * 0.1 ? "buffers all" : "buffers part";
        return new CheckResult(outcome, string.Create(CultureInfo.InvariantCulture, $"{made} of {count} rows were created before the last piece was requested"), InputBytes);
    }

    // The graph that is written must be gone before memory is watched: it lives in this frame only.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int Write(FileStream file, long bytes)
    {
        CountingStream sample = new();
        _codec.Serialize(StreamedRows.Make(RowsOfSample), sample);
        int count = (int)Math.Clamp(bytes * RowsOfSample / Math.Max(1, sample.Length), 1, 50_000_000);
        _codec.Serialize(StreamedRows.Make(count), file);
        file.Flush();
        return count;
    }

    private static void Settle()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }
}
