using System.Diagnostics;
using Fathom.Model.Orphans;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans;

/// <summary>Reads where the memory of this machine is, and which of it is of no process.</summary>
/// <param name="options">How it is looked at.</param>
public sealed class MachineExtractor(MachineExtractorOptions options) : IExtractor
{
    private readonly long _start = options.RecordingStart == 0 ? Stopwatch.GetTimestamp() : options.RecordingStart;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading all processes", 0, 0));
        using LiveDescriptors access = new();
        MachineScanner scanner = new(MachineFolders.Live, access, OwnerFacts.Live(new ProcessScanner(options.Renaming)), new ScanBudget(options.TimeLimit, stop));
        MachineReading reading = scanner.Read();
        foreach (string note in reading.Notes)
            options.Noted?.Invoke(note);
        progress.Report(new Progress("writing the snapshot", 0, 0));
        Write(sink, reading);
    }

    internal void Write(IRecordingSink sink, MachineReading reading)
    {
        MachineSnapshotRow snapshot = new(
            options.SnapshotId,
            Stopwatch.GetElapsedTime(_start).Ticks * TimeSpan.NanosecondsPerTick,
            sink.Ids.Text(reading.Machine ?? "unknown"),
            reading.TotalBytes,
            reading.ZoneBytes,
            reading.Processes.Count,
            reading.Processes.RefusedCount,
            reading.Processes.VanishedCount);
        sink.Write(new ReadOnlySpan<MachineSnapshotRow>(in snapshot));
        sink.Write<MachineMemoryRow>([.. reading.Parts.Select((part, i) => new MachineMemoryRow(
            options.SnapshotId, i + 1, sink.Ids.Text(part.Kind), sink.Ids.Text(part.PartOf), sink.Ids.Text(part.Name), part.SizeBytes))]);
        sink.Write<OrphanRow>([.. reading.Cases.Select((found, i) => new OrphanRow(
            options.SnapshotId,
            (uint)i + 1,
            sink.Ids.Text(found.Kind),
            found.SizeBytes,
            found.Count,
            found.OwnerPid,
            sink.Ids.Text(found.Owner),
            sink.Ids.Text(found.Name),
            sink.Ids.Text(found.Evidence)))]);
        foreach ((string scope, long count) in reading.Cut)
            sink.Lost(new LossRow(sink.Ids.Text("machine"), sink.Ids.Text(scope), 0, 0, count, 0, sink.Ids.Text("the time for the snapshot was over")));
    }
}
