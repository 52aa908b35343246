using System.Diagnostics;
using Fathom.Bench.Measuring;
using Fathom.Bench.Storage;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Bench.Areas;

/// <summary>Rows through the sink into a sorted, compressed, committed recording: rows per second, peak memory, and the engine's row appender as peer.</summary>
internal static class StorageBench
{
    private const double MemoryLimitMebibytes = 512;
    private const double PeerRatioFloor = 1.3;
    private const double CheckLimitPercent = 10;
    private const int PeerRows = 5_000_000;
    private static readonly string[] s_kinds = [.. Enumerable.Range(0, 40).Select(i => $"kind number {i}")];

    /// <summary>Measures, and compares with the limits.</summary>
    public static int Run(BenchOptions options)
    {
        int rows = options.Short ? 10_000_000 : 100_000_000;
        // CI machines share their processors: the short form relies on the peer, which shares the same fate.
        double floor = options.Short ? 0.5 : 4;
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            // Compiles the code paths; the published tool comes compiled.
            WriteRecording(folder, "warm-up", 4_000_000);
            TimeSpan processorBefore = Environment.CpuUsage.TotalTime;
            (double rate, double bytesPerRow) = WriteRecording(folder, "rows", rows);
            double processorSeconds = (Environment.CpuUsage.TotalTime - processorBefore).TotalSeconds;
            double memory = PeakMemory.Mebibytes();
            double peer = WritePeer(folder);
            CheckCost one = CheckCost.Measure(Path.Combine(folder.FullName, "rows"), "CAST(sum(duration_ns) AS BIGINT)", ["duration_ns"], Path.Combine(folder.FullName, "spill"));
            CheckCost all = CheckCost.Measure(
                Path.Combine(folder.FullName, "rows"),
                "sum(pid), sum(tid), sum(ts_ns), sum(stack_id), sum(duration_ns), max(kind)",
                ["pid", "tid", "ts_ns", "stack_id", "duration_ns", "kind"],
                Path.Combine(folder.FullName, "spill"));
            Write(options, $"{rows} rows of five integers and a text, sorted by three columns, {bytesPerRow:0.##} bytes per row on disk");
            Write(options, $"  row appender and COPY   {peer,7:0.00} M rows/s (peer, {PeerRows} rows)");
            Write(options, $"  recording, processor    {rows / processorSeconds / 1e6,7:0.00} M rows per second of processor time, with generating and checking");
            bool kept = Limit(options, "recording", rate, "M rows/s", floor, atLeast: true);
            kept &= Limit(options, "recording over peer", rate / peer, "times", PeerRatioFloor, atLeast: true);
            kept &= Limit(options, "peak memory", memory, "MiB", MemoryLimitMebibytes, atLeast: false);
            Write(options, $"  one column              read {one.ReadSeconds * 1000:0.0} ms of processor time, checked {one.CheckSeconds * 1000:0.0} ms");
            Write(options, $"  all columns             read {all.ReadSeconds * 1000:0.0} ms of processor time, checked {all.CheckSeconds * 1000:0.0} ms");
            // Random numbers of 20 bits, which the engine has little to do for: as dear as it gets.
            Write(options, $"  check of one column     {one.Percent,7:0.00} % of its read");
            kept &= Limit(options, "check of all columns", all.Percent, "% of their read", CheckLimitPercent, atLeast: false);
            return options.ExitCode(kept);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool Limit(BenchOptions options, string name, double value, string unit, double limit, bool atLeast)
    {
        bool kept = atLeast ? value >= limit : value <= limit;
        Write(options, $"  {name,-24}{value,7:0.00} {unit}   {(atLeast ? "at least" : "at most")} {limit:0.0}: {(kept ? "kept" : "MISSED")}");
        return kept;
    }

    private static void Write(BenchOptions options, FormattableString line) => options.Output.WriteLine(FormattableString.Invariant(line));

    private static (double MillionRowsPerSecond, double BytesPerRow) WriteRecording(DirectoryInfo folder, string name, int rows)
    {
        Stopwatch time = Stopwatch.StartNew();
        using RecordingWriter writer = RecordingWriter.Create(Path.Combine(folder.FullName, name), new RecordingOptions("bench/storage"));
        SyntheticRows source = new([.. s_kinds.Select(writer.Ids.Text)]);
        SyntheticRow[] batch = new SyntheticRow[2048];
        for (int left = rows; left > 0; left -= batch.Length)
        {
            Span<SyntheticRow> some = batch.AsSpan(0, Math.Min(batch.Length, left));
            source.Fill(some);
            writer.Write<SyntheticRow>(some);
        }

        writer.Commit();
        double seconds = time.Elapsed.TotalSeconds;
        long bytes = Check(writer.Folder, rows, source.DurationSum, folder);
        return (rows / seconds / 1e6, (double)bytes / rows);
    }

    // A fast writer that loses rows is none.
    private static long Check(string path, int rows, long durationSum, DirectoryInfo folder)
    {
        using RecordingReader recording = RecordingReader.Open(path);
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(Path.Combine(folder.FullName, "spill")));
        using DuckDbResult result = engine.Query($"SELECT count(*), CAST(sum(duration_ns) AS BIGINT) FROM read_parquet('{path}/synthetic/*.parquet')");
        result.Read(out DuckDbChunk chunk);
        if (chunk.Column(0).Values<long>()[0] != rows || chunk.Column(1).Values<long>()[0] != durationSum)
            throw new InvalidOperationException("the recording does not hold the rows that were written");
        return recording.Manifest.Parts.Sum(p => p.Bytes);
    }

    private static double WritePeer(DirectoryInfo folder)
    {
        Stopwatch time = Stopwatch.StartNew();
        RowAppenderPeer.Write(folder.CreateSubdirectory("peer").FullName, s_kinds, PeerRows, new RecordingOptions("").PartRows);
        return PeerRows / time.Elapsed.TotalSeconds / 1e6;
    }
}
