using System.Diagnostics;
using Fathom.Recorder.Kernel;

namespace Fathom.Bench.Recording;

/// <summary>What came of the stacks of CPU samples of one program and those that it starts.</summary>
/// <param name="Alone">Stacks that the copy alone leads to their outermost frame.</param>
/// <param name="Joined">Those whose outer part is the kernel's chain by frame pointers.</param>
/// <param name="Others">Those that are not whole.</param>
/// <param name="BytesPerSecond">What came through the rings.</param>
/// <param name="RecorderNs">CPU time that the recorder's thread took for each sample.</param>
internal readonly record struct SizedRecording(long Alone, long Joined, long Others, double BytesPerSecond, double RecorderNs)
{
    private const string ClockEvent = "cpu-clock";
    private const string RecorderThread = "fathom rings";

    // The bench records in its own process, events of this program only, as for a user who may not record the machine: what else runs is in no figure.
    private static readonly KernelAccess s_access = new(Machine: false, Own: true, Why: null);

    public long All => Alone + Joined + Others;

    public double AlonePercent => Percent(Alone);

    public double WholePercent => Percent(Alone + Joined);

    /// <summary>Records a program that runs.</summary>
    /// <param name="folder">Where the file goes.</param>
    /// <param name="bytes">Bytes that are copied with each sample.</param>
    /// <param name="pid">The process.</param>
    /// <param name="length">How long.</param>
    public static SizedRecording OfRunning(string folder, int bytes, int pid, TimeSpan length) =>
        Take(Options(folder, bytes) with { Processes = [pid] }, () => Thread.Sleep(length));

    /// <summary>Records a program from its start to its end.</summary>
    /// <param name="folder">Where the file goes.</param>
    /// <param name="bytes">Bytes that are copied with each sample.</param>
    /// <param name="words">The program and its arguments.</param>
    public static SizedRecording OfWhole(string folder, int bytes, IReadOnlyList<string> words) => Take(Options(folder, bytes) with { FollowsNextProgram = true }, () =>
    {
        using Process process = Process.Start(new ProcessStartInfo(words[0], words.Skip(1)) { RedirectStandardOutput = true, WorkingDirectory = folder })!;
        string said = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{string.Join(' ', words)} failed: {said}");
    });

    private static KernelRecorderOptions Options(string folder, int bytes) => new(Path.Combine(folder, "sizes.data")) { SampleStackBytes = bytes };

    private static SizedRecording Take(KernelRecorderOptions options, Action work)
    {
        KernelRecorderResult result;
        long usedNs;
        using (KernelRecorder recorder = KernelRecorder.Start(options, s_access))
        {
            work();
            usedNs = ThreadUse.Of(Environment.ProcessId).Values.Where(static thread => thread.Name == RecorderThread).Sum(static thread => thread.CpuNs);
            result = recorder.Stop();
        }

        File.Delete(options.Path);
        double seconds = (result.StopNs - result.StartNs) / 1e9;
        CopiedStacks stacks = result.Stacks.First(static stacks => stacks.Event == ClockEvent);
        long all = stacks.Whole + stacks.Cut + stacks.Lost;
        return new SizedRecording(stacks.Whole - stacks.Joined, stacks.Joined, stacks.Cut + stacks.Lost, result.TakenBytes / seconds, (double)usedNs / Math.Max(1, all));
    }

    private double Percent(long count) => 100.0 * count / Math.Max(1, All);
}
