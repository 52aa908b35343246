using System.Diagnostics;
using System.Globalization;
using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>
/// Reading a heap of mixed objects in interleaved order, beside ClrMD's own enumeration with the same statistics, in one run on one processor.
/// FATHOM_EXE and FATHOM_HEAP_SAMPLE name the tool and the sample.
/// </summary>
internal static class HeapBench
{
    private const int Objects = 10_000_000;
    private const int ShortObjects = 2_000_000;
    private const double MaxNewObjects = 100;
    private const double MaxPauseSeconds = 0.5;
    private const double MaxOwnBytes = 100e6;

    public static int Run(BenchOptions options)
    {
        string tool = Named("FATHOM_EXE"), sample = Named("FATHOM_HEAP_SAMPLE");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            using HeapTarget target = HeapTarget.Start(sample, options.Short ? ShortObjects : Objects);
            string core = Path.Combine(folder.FullName, "core");
            target.WriteCore(core);
            return options.ExitCode(Measure(target, core, tool, folder.FullName, options));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool Measure(HeapTarget target, string core, string tool, string folder, BenchOptions options)
    {
        // In the short form a heap is a fifth as large, so that what does not depend on its size weighs more, above all in the whole command, whose
        // start costs as much as its walk: the floors are looser and only notice when something has gone badly wrong.
        (double live, double fromCore, double command) = options.Short ? (10, 4, 0.5) : (20, 8, 8);
        int runs = options.Short ? 3 : 5;
        Comparison comparison = new(options.Output);
        using (new OneProcessor())
        {
            HeapCount peer = ClrMdPeer.Live(target.Pid);
            List<HeapCount> own = [.. Enumerable.Range(0, runs).Select(_ => OwnWalk.Live(target.Pid))];
            options.Output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{peer.Objects:#,##0} objects and free blocks of {peer.Types} types; Fathom met {own[0].Objects:#,##0} of {own[0].Types}"));
            comparison.Faster("live walk, one processor", peer.Walk, own.Select(one => one.Walk), live);

            // The first look of both brings the file into memory.
            OwnWalk.Core(core);
            HeapCount peerCore = ClrMdPeer.Core(core);
            comparison.Faster("core walk, one processor", peerCore.Walk, Enumerable.Range(0, runs).Select(_ => OwnWalk.Core(core).Walk), fromCore);
            // The program runs on between two looks at it, and its runtime makes a few objects; in the core they must be the same.
            comparison.AtMost("live objects, difference", Math.Abs(peer.Objects - own[0].Objects), MaxNewObjects, "objects");
            comparison.Equal("objects in the core", peerCore.Objects, OwnWalk.Core(core).Objects);

            List<ToolRun> commands = [.. Enumerable.Range(0, runs).Select(_ => ToolRun.Of(tool, "heap", $"pid:{target.Pid}"))];
            comparison.Faster("whole command, one processor", peer.All, Enumerable.Range(0, runs).Select(_ => ToolRun.TimeOf(tool, "heap", $"pid:{target.Pid}")), command);
            comparison.AtMost("own memory of the command", commands.Max(one => one.PeakOwnBytes) / 1e6, MaxOwnBytes / 1e6, "MB");
            comparison.Say("with the pages of program files", commands.Max(one => one.PeakResidentBytes) / 1e6, "MB");
        }

        comparison.AtMost("pause of the command, median", Median.Of(Enumerable.Range(0, runs).Select(run => Pause(tool, target.Pid, Path.Combine(folder, $"{run}.fathom")))), MaxPauseSeconds, "s");
        return comparison.AllKept;
    }

    private static double Pause(string tool, int pid, string recording)
    {
        ToolRun.Of(tool, "heap", $"pid:{pid}", "--save", recording);
        string csv = ToolRun.Of(tool, "sql", "select pause_ns from heap_snapshot", recording, "--format", "csv").Output;
        return long.Parse(csv.Split('\n')[1], CultureInfo.InvariantCulture) / 1e9;
    }

    private static string Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } path && File.Exists(path)
            ? path
            : throw new InvalidOperationException($"{variable} names no program. Start the benchmark with bench/heap.");

    /// <summary>Holds this process and the programs that it starts on one processor.</summary>
    private sealed class OneProcessor : IDisposable
    {
        private readonly nint _before = Process.GetCurrentProcess().ProcessorAffinity;

        public OneProcessor() => Process.GetCurrentProcess().ProcessorAffinity = 1;

        public void Dispose() => Process.GetCurrentProcess().ProcessorAffinity = _before;
    }
}
