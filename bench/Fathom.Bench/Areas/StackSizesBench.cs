using System.Globalization;
using Fathom.Bench.Measuring;
using Fathom.Bench.Recording;
using Fathom.Model.Statistics;

namespace Fathom.Bench.Areas;

/// <summary>
/// What sizes of the copied stack bring and cost: by program and size, the share of CPU samples whose stack the copy alone leads to its outermost frame, that with frame pointers for the rest, bytes
/// through the rings and CPU time of the recorder, of samples of this program only; then the CPU time of requests, for which the machine should do nothing else. FATHOM_EXE names the tool,
/// FATHOM_WEB_SAMPLE and FATHOM_SAMPLES the programs.
/// </summary>
internal static class StackSizesBench
{
    private const int Clients = 8;
    private const int OrdersPerSecond = 500;
    private const int SettleMs = 4_000;

    private static readonly TimeSpan s_length = TimeSpan.FromSeconds(4);
    private static readonly int[] s_sizes = [1024, 4096, 8192, 16_384, 32_768];
    private static readonly int[] s_pairedSizes = [4096, 32_768];

    /// <summary>Measures what sizes bring, and then what they cost.</summary>
    /// <param name="options">How.</param>
    /// <param name="only">The programs whose names begin with it, and no cost of requests; null for all.</param>
    public static int Run(BenchOptions options, string? only)
    {
        string tool = BenchPaths.File("FATHOM_EXE"), web = BenchPaths.File("FATHOM_WEB_SAMPLE"), samples = BenchPaths.Folder("FATHOM_SAMPLES");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            options.Output.WriteLine(Line("program", "bytes", "samples", "copy alone", "with fp", "MB/s", "µs/sample"));
            string[] frames = options.Short ? ["Frames"] : ["Frames", "Frames8", "Frames9", "Frames11"];
            foreach (string name in frames.Where(IsAsked))
                Attached(name, Path.Combine(samples, name, "release", name));
            if (IsAsked("System.Text.Json"))
                Attached("System.Text.Json", Environment.ProcessPath!, "stack-target", "json");
            if (IsAsked("150 calls, 40 async"))
                Attached("150 calls, 40 async", Environment.ProcessPath!, "stack-target", "deep");
            if (IsAsked("Web, 500 requests a second"))
                Loaded();
            if (!options.Short && IsAsked("PowerShell"))
                Attached("PowerShell", ShellProject.Build(Path.Combine(folder.FullName, "shell")));
            if (!options.Short && IsAsked("dotnet fsi"))
            {
                string script = Path.Combine(folder.FullName, "check.fsx");
                File.WriteAllText(script, FsiScript.Text());
                Launched("dotnet fsi", ["dotnet", "fsi", script]);
            }

            if (!options.Short && IsAsked("dotnet build"))
                Launched("dotnet build", BuiltProject.Write(Path.Combine(folder.FullName, "built")));
            if (only is null)
                Paired(options, tool, web, folder.FullName);
            return options.ExitCode(allKept: true);

            bool IsAsked(string name) => only is null || name.StartsWith(only, StringComparison.Ordinal);

            void Attached(string name, params string[] words)
            {
                using RecordedProgram program = RecordedProgram.Start(words);
                Running(name, program.Pid);
            }

            void Loaded()
            {
                using WebServer server = WebServer.Start(web);
                using SteadyLoad load = new(server.Address, Clients, OrdersPerSecond, "");
                Running("Web, 500 requests a second", server.Pid);
            }

            void Running(string name, int pid)
            {
                Thread.Sleep(SettleMs);
                foreach (int size in s_sizes)
                    Tell(name, size, SizedRecording.OfRunning(folder.FullName, size, pid, s_length));
            }

            void Launched(string name, string[] words)
            {
                foreach (int size in s_sizes)
                    Tell(name, size, SizedRecording.OfWhole(folder.FullName, size, words));
            }

            void Tell(string name, int size, SizedRecording taken) => options.Output.WriteLine(Line(
                name, Text(size), Text(taken.All), $"{Text(taken.AlonePercent)} %", $"{Text(taken.WholePercent)} %", Text(taken.BytesPerSecond / 1e6), Text(taken.RecorderNs / 1e3)));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // Requests of 25 ms, one after the other: with a copy and without one in turns.
    private static void Paired(BenchOptions options, string tool, string web, string folder)
    {
        using WebServer server = WebServer.Start(web);
        using SteadyLoad load = new(server.Address, 1, null, "/summary/400000");
        Thread.Sleep(SettleMs);
        foreach (int size in s_pairedSizes)
        {
            List<(double None, double Copied)> rounds = PairedRounds.Of(options.Short ? 3 : 6, () => Cost(0), () => Cost(size));
            Estimate more = PairedCost.Percent([.. rounds.Select(static round => round.Copied / round.None)]);
            options.Output.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"  CPU of a request with {size} bytes, more than with none: {more.Median:0.0} % ({more.Low:0.0} to {more.High:0.0})"));
        }

        double Cost(int size)
        {
            using RunningRecorder recorder = RunningRecorder.Fathom(tool, folder, server.Pid, ["--no-runtime-events", "--stack-bytes", Text(size)]);
            Thread.Sleep(1_500);
            (long answers, double cpu) = (load.Answers, server.CpuNs);
            Thread.Sleep(2_000);
            return (server.CpuNs - cpu) / (load.Answers - answers);
        }
    }

    private static string Text(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);

    private static string Line(params ReadOnlySpan<string> words)
    {
        string line = $"  {words[0],-28}";
        foreach (string word in words[1..])
            line += $"{word,12}";
        return line;
    }
}
