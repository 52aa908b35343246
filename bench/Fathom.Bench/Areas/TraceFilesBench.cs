using System.IO.Compression;
using Fathom.Bench.Events;
using Fathom.Bench.Measuring;
using Fathom.Bench.Traces;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfMap;
using Fathom.Model.Recording;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Perf;
using Fathom.Storage.Recordings;

namespace Fathom.Bench.Areas;

/// <summary>
/// Every trace of the folder of public recordings: events, differences from another reader and from what others wrote down, losses, speed beside the peer, and the size of the recording.
/// FATHOM_TEST_DATA names the folder.
/// </summary>
internal static class TraceFilesBench
{
    // Most of the files are small: what follows is repeated so often.
    private const double LeastSeconds = 0.3;

    /// <summary>Prints the table.</summary>
    public static int Run(BenchOptions options)
    {
        string data = Environment.GetEnvironmentVariable("FATHOM_TEST_DATA") is { } named && Directory.Exists(named)
            ? named
            : throw new InvalidOperationException("FATHOM_TEST_DATA names no folder of recordings.");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            options.Output.WriteLine(TraceFileRow.Head);
            foreach (string zip in Directory.EnumerateFiles(Path.Combine(data, "nettrace"), "*.zip", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
                options.Output.WriteLine(Events(zip, folder.FullName).Line);
            foreach (string file in Directory.EnumerateFiles(Path.Combine(data, "perf"), "*.data", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
                options.Output.WriteLine(Perf(file, folder.FullName).Line);
            foreach (string file in Directory.EnumerateFiles(Path.Combine(data, "perfmap"), "*.map", SearchOption.AllDirectories))
                WriteMap(options.Output, file);
            return 0;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static TraceFileRow Events(string zip, string folder)
    {
        string name = Path.GetFileNameWithoutExtension(zip), file = Path.Combine(folder, name), baseline = Path.ChangeExtension(zip, ".baseline.txt");
        byte[] content = Unzip(zip);
        File.WriteAllBytes(file, content);
        EventDifferences found = EventDifferences.Of(content, File.Exists(baseline) ? [.. File.ReadLines(baseline).Where(static line => line.Length > 0)] : []);
        (double committed, long losses, long bytes) = Commit(() => new NetTraceExtractor(file), file + ".fathom");
        return new TraceFileRow(
            name,
            content.Length,
            found.Events,
            $"{found.FromPeer} from TraceEvent{(found.FromBaseline is { } names ? $", {names} names from the baseline" : "")}",
            losses,
            Seconds(() => OwnReader.Read(content)),
            Seconds(() => TraceEventPeer.Read(content)),
            committed,
            bytes);
    }

    private static TraceFileRow Perf(string file, string folder)
    {
        using PerfDataReader reader = PerfDataReader.Open(file);
        reader.Read(new OwnTraceReader(), CancellationToken.None);
        (double committed, long losses, long bytes) = Commit(() => new PerfTraceExtractor(file), Path.Combine(folder, Path.GetFileName(file) + ".fathom"));
        string differences = "perf cannot read it";
        double? peer = null;
        try
        {
            peer = PerfPeer.Script(file).TotalSeconds;
            differences = FormattableString.Invariant($"{PerfPeer.Samples(file) - reader.Totals.Samples} from perf");
        }
        catch (InvalidOperationException)
        {
            // It is of a newer perf, or the machine has none.
        }

        return new TraceFileRow(Path.GetFileName(file), new FileInfo(file).Length, reader.Totals.Samples, differences, losses, Seconds(() => OwnTraceReader.Read(file)), peer, committed, bytes);
    }

    private static void WriteMap(TextWriter output, string file)
    {
        PerfMapFile map = PerfMapFile.Read(new StreamReader(file));
        int addresses = File.ReadLines(file).Select(static line => line[..line.IndexOf(' ', StringComparison.Ordinal)]).Distinct().Count();
        double bytes = new FileInfo(file).Length, seconds = Seconds(() => PerfMapFile.Read(new StreamReader(file)));
        int differences = addresses - map.Symbols.Count;
        output.WriteLine(FormattableString.Invariant(
            $"| {Path.GetFileName(file)} | {bytes / 1e3:0.0} | {map.Symbols.Count:#,##0} | {differences} from its addresses | {map.BadLines} | {bytes / 1e6 / seconds:0.0} | - | - | - |"));
    }

    private static (double Seconds, long Losses, long Bytes) Commit(Func<IFileExtractor> extractor, string recording)
    {
        List<double> seconds = [];
        long bytes = 0;
        while (seconds.Count < 3 || (seconds.Sum() < LeastSeconds && seconds.Count < 50))
        {
            WholeWay way = WholeWay.Of(extractor(), recording);
            seconds.Add(way.Wall.TotalSeconds);
            bytes = way.RecordingBytes;
        }

        using RecordingReader made = RecordingReader.Open(recording);
        return (Median.Of(seconds), made.Manifest.Losses.Sum(static loss => Math.Max(1, loss.Count)), bytes);
    }

    // Of one run, of as many as are needed to see a difference.
    private static double Seconds(Action read)
    {
        read();
        List<double> rounds = [];
        for (int round = 0; round < 3; round++)
        {
            int runs = 0;
            double seconds = 0;
            for (; seconds < LeastSeconds / 3; runs++)
                seconds += ProcessorTime.Of(read).TotalSeconds;
            rounds.Add(seconds / runs);
        }

        return Median.Of(rounds);
    }

    private static byte[] Unzip(string file)
    {
        using ZipArchive zip = ZipFile.OpenRead(file);
        using Stream entry = zip.Entries.Single(static entry => entry.Length > 0).Open();
        using MemoryStream content = new();
        entry.CopyTo(content);
        return content.ToArray();
    }
}
