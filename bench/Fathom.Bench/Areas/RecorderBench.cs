using System.Diagnostics;
using System.Globalization;
using Fathom.Bench.Measuring;
using Fathom.Bench.Recording;
using Fathom.Bench.Recording.Prices;

namespace Fathom.Bench.Areas;

/// <summary>
/// What the recorder itself takes of a processor while it records a machine with .NET programs that do little, from its second second on and seen from outside; and which of its threads do. FATHOM_EXE
/// names the tool, FATHOM_SAMPLES the programs. What else runs on the machine is recorded too: it should do nothing.
/// </summary>
internal static class RecorderBench
{
    private const int Programs = 20;
    private const double MostPercent = 2;
    private const int NamedThreads = 8;
    private const int SettleMs = 8_000;
    private const int FirstSecondMs = 1_000;
    private const int Pieces = 5;

    private static readonly (string Name, string[] Words)[] s_targets = [("Idle", []), ("Web", ["--clients", "0"])];

    public static int Run(BenchOptions options)
    {
        string tool = BenchPaths.File("FATHOM_EXE"), samples = BenchPaths.Folder("FATHOM_SAMPLES");
        TimeSpan length = TimeSpan.FromSeconds(options.Short ? 10 : 30);
        Comparison comparison = new(options.Output);
        PriceRun prices = new(options);
        foreach ((string name, string[] words) in s_targets)
        {
            List<RecordedProgram> programs = [];
            DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
            try
            {
                for (int i = 0; i < Programs; i++)
                    programs.Add(RecordedProgram.Start([Path.Combine(samples, name, "release", name), .. words]));
                Thread.Sleep(SettleMs);
                Measure(comparison, prices, name, tool, folder.FullName, length);
            }
            finally
            {
                programs.ForEach(static program => program.Dispose());
                folder.Delete(recursive: true);
            }
        }

        return options.ExitCode(prices.End() & comparison.AllKept);
    }

    private static void Measure(Comparison comparison, PriceRun prices, string name, string tool, string folder, TimeSpan length)
    {
        using RunningRecorder recorder = RunningRecorder.WholeMachine(tool, folder);
        Thread.Sleep(FirstSecondMs);
        (long begin, double cpu, Dictionary<int, (string Name, long CpuNs)> threads) = (Stopwatch.GetTimestamp(), recorder.CpuNs, ThreadUse.Of(recorder.Pid));
        List<double> pieces = [];
        for (int piece = 0; piece < Pieces; piece++)
        {
            (long pieceBegin, double pieceCpu) = (Stopwatch.GetTimestamp(), recorder.CpuNs);
            Thread.Sleep(length / Pieces);
            pieces.Add(100 * (recorder.CpuNs - pieceCpu) / Stopwatch.GetElapsedTime(pieceBegin).TotalNanoseconds);
        }

        double ns = Stopwatch.GetElapsedTime(begin).TotalNanoseconds, used = recorder.CpuNs - cpu;
        string what = string.Create(CultureInfo.InvariantCulture, $"recorder beside {Programs} of {name}");
        prices.Add(new Price(what, "% of a processor", Pieces, PairedDifference.Of(pieces)));
        comparison.AtMost(what, 100 * used / ns, MostPercent, "% of a processor");
        foreach ((string thread, int count, long threadNs) in ThreadUse.Between(threads, ThreadUse.Of(recorder.Pid)).Take(NamedThreads))
            comparison.Say(string.Create(CultureInfo.InvariantCulture, $"  {thread} ({count})"), 100 * threadNs / ns, "%");
    }
}
