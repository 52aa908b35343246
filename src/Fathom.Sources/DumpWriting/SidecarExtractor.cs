using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Model.Machine;
using Fathom.Model.Metrics;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Metrics;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// What a dump does not hold, read just before it is written and without stopping the process: the memory balance, status, limits, control group,
/// descriptors, CPU time of each thread, and the metrics of the process and its managed heap.
/// </summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="options">How its memory is looked at.</param>
public sealed class SidecarExtractor(int processId, MemoryExtractorOptions options) : IExtractor
{
    private readonly MemoryExtractorOptions _options = options.Begun();

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        new LiveMemoryExtractor(processId, _options).Run(sink, progress, stop);
        progress.Report(new Progress("reading threads and descriptors", 0, 0));
        using ProcReader proc = new("/proc");
        List<ProcessFactRow> facts = [];
        AddLines(facts, proc, "status", sink.Ids);
        AddLines(facts, proc, "smaps_rollup", sink.Ids);
        AddLimits(facts, proc, sink.Ids);
        AddMetrics(facts, sink, stop);
        sink.Write<ProcessFactRow>(facts.ToArray());
        WriteDescriptors(sink);
        WriteThreads(sink, proc);
        WriteMachine(sink);
    }

    // "Name:    value"
    private void AddLines(List<ProcessFactRow> facts, ProcReader proc, string file, Interner ids)
    {
        foreach (string line in Lines(proc, file))
        {
            int colon = line.IndexOf(':', StringComparison.Ordinal);
            if (colon > 0 && !char.IsAsciiHexDigitLower(line[0]))
                facts.Add(new ProcessFactRow(_options.ProcessId, ids.Text(file), ids.Text(line[..colon]), ids.Text(line[(colon + 1)..].Trim())));
        }
    }

    // "Max open files            1024                 524288               files": the name takes 26 characters, the values start behind it.
    private void AddLimits(List<ProcessFactRow> facts, ProcReader proc, Interner ids)
    {
        const int nameWidth = 26;
        foreach (string line in Lines(proc, "limits").Skip(1).Where(static line => line.Length > nameWidth))
        {
            string[] values = line[nameWidth..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            facts.Add(new ProcessFactRow(_options.ProcessId, ids.Text("limits"), ids.Text(line[..nameWidth].Trim()), ids.Text(values[0])));
        }
    }

    private void AddMetrics(List<ProcessFactRow> facts, IRecordingSink sink, CancellationToken stop)
    {
        double[] values = new double[MetricCatalog.Count];
        using (ProcessMetrics metrics = new(processId, MetricCatalog.OfTriggers))
        {
            if (!metrics.Sample(values))
                throw TargetErrors.Gone(processId);
        }

        AddManaged(values, stop);
        foreach (ProcessMetric metric in MetricCatalog.All)
        {
            if (values[metric.Place] is var value && !double.IsNaN(value))
                facts.Add(new ProcessFactRow(_options.ProcessId, sink.Ids.Text("metric"), sink.Ids.Text(metric.Name), sink.Ids.Text(value.ToString("R", CultureInfo.InvariantCulture))));
        }
    }

    private void AddManaged(double[] values, CancellationToken stop)
    {
        try
        {
            using ManagedMetrics managed = new(processId, _options.Dac);
            if (!managed.Sample(values, stop))
                _options.Noted?.Invoke("The managed heap changed in each attempt, so its metrics are missing next to the dump.");
        }
        catch (FathomException e) when (!EndingProcess.Is(processId))
        {
            _options.Noted?.Invoke($"The metrics of the managed heap are missing next to the dump. {e.Message}");
        }
    }

    private void WriteDescriptors(IRecordingSink sink)
    {
        List<ProcessDescriptorRow> rows = [];
        foreach (string link in Directory.EnumerateFileSystemEntries($"/proc/{processId}/fd"))
            rows.Add(new ProcessDescriptorRow(_options.ProcessId, int.Parse(Path.GetFileName(link), CultureInfo.InvariantCulture), sink.Ids.Text(new FileInfo(link).LinkTarget)));
        sink.Write<ProcessDescriptorRow>(rows.ToArray());
    }

    private void WriteThreads(IRecordingSink sink, ProcReader proc)
    {
        StackSnapshotRow look = new(1, _options.ProcessId, _options.NsAt(Stopwatch.GetTimestamp()), sink.Ids.Text("proc"), null, null, null);
        sink.Write(new ReadOnlySpan<StackSnapshotRow>(in look));
        List<ThreadRow> threads = [];
        List<ThreadStateRow> states = [];
        foreach (int thread in ProcessThreads.Of(processId).Order())
        {
            if (proc.Read(processId, Encoding.ASCII.GetBytes($"task/{thread}/comm"), out ReadOnlySpan<byte> text) != ProcReadState.Read)
                continue;
            uint id = (uint)threads.Count + 1;
            threads.Add(new ThreadRow(id, _options.ProcessId, thread, null, sink.Ids.Text(Encoding.UTF8.GetString(text).TrimEnd('\n')), sink.Ids.Text(ThreadKinds.Unknown)));
            states.Add(new ThreadStateRow(1, id, sink.Ids.Text(State(thread)), CpuNs(proc, thread), null, null, null, null, null, 0, TextId.None, TextId.None));
        }

        sink.Write<ThreadRow>(threads.ToArray());
        sink.Write<ThreadStateRow>(states.ToArray());
    }

    // "CPU_NS WAIT_NS SLICES"
    private long? CpuNs(ProcReader proc, int thread) =>
        proc.Read(processId, Encoding.ASCII.GetBytes($"task/{thread}/schedstat"), out ReadOnlySpan<byte> text) == ProcReadState.Read
            && System.Buffers.Text.Utf8Parser.TryParse(text, out long cpuNs, out _) ? cpuNs : null;

    private string? State(int thread) => ProcessThreads.State(processId, thread) switch
    {
        'R' => "running",
        'S' => "sleeping",
        'D' => "disk",
        'T' or 't' => "stopped",
        'Z' or 'X' => "dead",
        'I' => "idle",
        _ => null,
    };

    private static void WriteMachine(IRecordingSink sink)
    {
        List<MachineFactRow> rows = [];
        foreach (string line in File.ReadLines("/proc/meminfo"))
        {
            int colon = line.IndexOf(':', StringComparison.Ordinal);
            if (colon > 0)
                rows.Add(new MachineFactRow { Fact = sink.Ids.Text($"meminfo_{line[..colon]}"), Value = sink.Ids.Text(line[(colon + 1)..].Trim()) });
        }

        sink.Write<MachineFactRow>(rows.ToArray());
    }

    private string[] Lines(ProcReader proc, string file) => proc.Read(processId, Encoding.ASCII.GetBytes(file), out ReadOnlySpan<byte> text) switch
    {
        ProcReadState.Read => Encoding.UTF8.GetString(text).Split('\n', StringSplitOptions.RemoveEmptyEntries),
        ProcReadState.Gone => throw TargetErrors.Gone(processId),
        _ => throw TargetErrors.NotAllowed(processId),
    };
}
