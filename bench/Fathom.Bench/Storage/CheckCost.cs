using Fathom.Bench.Measuring;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Bench.Storage;

/// <summary>What it costs to compare columns with their checksums, beside the engine's reading of them. Both read what the system's cache holds.</summary>
/// <remarks>Time of the processor: both spread over the same threads, and a busy machine delays them by chance.</remarks>
/// <param name="CheckSeconds">Median processor time of the comparison.</param>
/// <param name="ReadSeconds">Median processor time of the query.</param>
internal sealed record CheckCost(double CheckSeconds, double ReadSeconds)
{
    // Enough for the runtime to compile both paths for good, as the published tool is.
    private const int Runs = 41;

    /// <summary>The share of the comparison.</summary>
    public double Percent => 100 * CheckSeconds / ReadSeconds;

    /// <summary>Measures both in turns.</summary>
    /// <param name="path">A recording with table <c>synthetic</c>.</param>
    /// <param name="select">What the query computes.</param>
    /// <param name="columns">The columns that it reads.</param>
    /// <param name="spill">A folder for the engine.</param>
    public static CheckCost Measure(string path, string select, string[] columns, string spill)
    {
        List<double> checks = [], reads = [];
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(spill));
        for (int run = 0; run <= Runs; run++)
        {
            using RecordingReader recording = RecordingReader.Open(path);
            TimeSpan start = Environment.CpuUsage.TotalTime;
            recording.Check("synthetic", column => Array.IndexOf(columns, column) >= 0);
            TimeSpan middle = Environment.CpuUsage.TotalTime;
            using (DuckDbResult result = engine.Query($"SELECT {select} FROM read_parquet('{path}/synthetic/*.parquet')"))
                result.Read(out _);
            // The first run fills the cache.
            if (run == 0)
                continue;
            checks.Add((middle - start).TotalSeconds);
            reads.Add((Environment.CpuUsage.TotalTime - middle).TotalSeconds);
        }

        return new CheckCost(Median.Of(checks), Median.Of(reads));
    }
}
