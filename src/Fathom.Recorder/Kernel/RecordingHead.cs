using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;
using Fathom.Recorder.Kernel.Start;

namespace Fathom.Recorder.Kernel;

/// <summary>Writes what stands before the records of the kernel: the events, the machine, and who runs on it already.</summary>
internal static class RecordingHead
{
    private const string ReleaseFile = "/proc/sys/kernel/osrelease";

    /// <summary>Writes it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="options">What is recorded.</param>
    /// <param name="plan">The events.</param>
    /// <param name="open">Those that are open.</param>
    /// <param name="ids">Build ids of files; gets those of what runs.</param>
    /// <param name="pool">Gets the names of threads that run.</param>
    /// <param name="untilBootNs">Since when lives are watched, as time since the machine was started; 0 where there is nothing to tell of before.</param>
    public static void Write(RawFile file, KernelRecorderOptions options, KernelPlan plan, OpenEvents open, BuildIds ids, PoolTids pool, long untilBootNs)
    {
        RecordBytes bytes = new();
        PerfDataPipe pipe = new(bytes, EventSet.TrailerBytes);
        pipe.Head();
        foreach (int source in open.Recorded.Order())
            pipe.Event(plan.Events[source].InFile ?? plan.Events[source].Attributes, [.. open.All.Where(each => each.Source == source).Select(static each => each.Id)]);
        foreach (int source in open.Recorded.Order())
            pipe.Name(open.All.First(each => each.Source == source).Id, plan.Events[source].Name);
        pipe.Index([.. open.All.Select(static each => (each.Id, each.Cpu, each.Tid))]);
        WriteTracepoints(pipe, plan, open);
        WriteMachine(pipe, options);
        KernelText.Write(pipe);
        if (untilBootNs > 0)
            new RunningProcesses(pipe, ids, pool, options.Faults).Write(plan.Scope.IsMachine ? null : options.Processes, untilBootNs);
        pipe.Began();
        file.Add(bytes.Written);
        file.Flush();
    }

    private static void WriteTracepoints(PerfDataPipe pipe, KernelPlan plan, OpenEvents open)
    {
        TracepointFile[] points = [.. open.Recorded.Order().Select(source => plan.Events[source].Tracepoint).OfType<TracepointFile>()];
        if (points.Length > 0 && plan.Files is { } files)
            pipe.Tracing(TracingSection.Make(files.Common("header_page"), files.Common("header_event"), Environment.SystemPageSize, [.. points.Select(static point => (point.System, point.Format))]));
    }

    private static void WriteMachine(PerfDataPipe pipe, KernelRecorderOptions options)
    {
        (long wallNs, long clockNs) = Clocks.Pair();
        pipe.Feature(PerfFeature.HostName, Environment.MachineName);
        pipe.Feature(PerfFeature.OsRelease, File.ReadAllText(ReleaseFile).Trim());
        pipe.Feature(PerfFeature.Version, options.Recorder);
        pipe.Feature(PerfFeature.Architecture, RuntimeInformation.OSArchitecture == Architecture.Arm64 ? "aarch64" : "x86_64");
        pipe.Cpus(CpuList.PossibleCount(), CpuList.Online().Count);
        pipe.CommandLine(options.CommandLine);
        pipe.Clock(new ClockPoint(Clocks.Monotonic, (ulong)wallNs, (ulong)clockNs), resolutionNs: 1);
    }
}
