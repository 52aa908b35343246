using System.Globalization;
using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>
/// The strings of a heap of mixed objects by text, beside ClrMD's own enumeration with its reading of strings into a dictionary, in one run.
/// FATHOM_EXE and FATHOM_HEAP_SAMPLE name the tool and the sample.
/// </summary>
internal static class StringsBench
{
    private const int Objects = 10_000_000;
    private const int ShortObjects = 1_000_000;
    private const double FloorLive = 5;

    // ClrMD maps a core and reads it without system calls; the floor of the short form allows for what does not depend on the size.
    private const double FloorCore = 5;
    private const double FloorShort = 2;
    private const double MaxOwnMegabytes = 300;

    public static int Run(BenchOptions options)
    {
        string tool = Named("FATHOM_EXE"), sample = Named("FATHOM_HEAP_SAMPLE");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            using HeapTarget target = HeapTarget.Start(sample, options.Short ? ShortObjects : Objects, "--texts");
            target.Settle();
            string core = Path.Combine(folder.FullName, "core");
            target.WriteCore(core);
            return options.ExitCode(Measure(target, core, tool, options));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool Measure(HeapTarget target, string core, string tool, BenchOptions options)
    {
        int runs = options.Short ? 3 : 5;
        Comparison comparison = new(options.Output);
        StringCount peer = StringCounts.PeerLive(target.Pid);
        List<StringCount> own = [.. Enumerable.Range(0, runs).Select(_ => StringCounts.OwnLive(target.Pid))];
        options.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{own[0].Strings:#,##0} strings with {own[0].Distinct:#,##0} texts"));
        comparison.Faster("strings of a process", peer.Walk, own.Select(static one => one.Walk), options.Short ? FloorShort : FloorLive);
        comparison.Equal("strings", peer.Strings, own[0].Strings);
        comparison.Equal("different texts", peer.Distinct, own[0].Distinct);

        // The first look brings the file into memory.
        StringCounts.OwnCore(core);
        StringCount peerCore = StringCounts.PeerCore(core);
        comparison.Faster("strings of a core", peerCore.Walk, Enumerable.Range(0, runs).Select(_ => StringCounts.OwnCore(core).Walk), options.Short ? FloorShort : FloorCore);

        List<ToolRun> commands = [.. Enumerable.Range(0, runs).Select(_ => ToolRun.Of(tool, "heap", "strings", $"pid:{target.Pid}"))];
        comparison.Say("whole command, median", Median.Of(commands.Select(static one => one.Time.TotalSeconds)), "s");
        comparison.AtMost("own memory of the command", commands.Max(static one => one.PeakOwnBytes) / 1e6, MaxOwnMegabytes, "MB");
        return comparison.AllKept;
    }

    private static string Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } path && File.Exists(path)
            ? path
            : throw new InvalidOperationException($"{variable} names no program. Start the benchmark with bench/strings.");
}
