using System.Diagnostics;
using Fathom.Model.Recording;
using Fathom.Model.Runtime;
using Fathom.Model.Tables;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.RuntimeTables;

/// <summary>Turns what one look at the runtime's tables gave into rows.</summary>
internal sealed class RuntimeRows(IRecordingSink sink, LookOptions options)
{
    /// <summary>Writes all tables of the look.</summary>
    /// <param name="reading">What was read.</param>
    /// <param name="source">live or core.</param>
    /// <param name="timestamp">When the target was stopped or the dump opened, as a <see cref="Stopwatch"/> time stamp.</param>
    /// <param name="expectedPause">Estimate made before the stop; null for a dump.</param>
    /// <param name="pause">Measured; null for a dump.</param>
    public void Write(RuntimeReading reading, string source, long timestamp, TimeSpan? expectedPause, TimeSpan? pause)
    {
        HeapHandleRow[] handles = [.. reading.Handles.Select(entry => new HeapHandleRow(
            options.SnapshotId, Text(entry.Key.Kind), Text(entry.Key.Type), Text(entry.Key.DependentType), entry.Value.Count, entry.Value.SizeBytes))];
        sink.Write<HeapHandleRow>(handles);
        HeapFinalizableRow[] finalizables = [.. reading.Finalizables.Select(entry => new HeapFinalizableRow(
            options.SnapshotId, Text(entry.Key.State), Text(entry.Key.Type), entry.Value.Count, entry.Value.SizeBytes))];
        sink.Write<HeapFinalizableRow>(finalizables);
        ModuleRow[] modules = [.. reading.Modules.Select((module, i) => new ModuleRow(
            (uint)i + 1,
            options.ProcessId,
            Text(module.Name),
            Text(module.Path),
            Text(module.LoadContext),
            Text(module.Kind),
            module.IsCollectible,
            module.IsUnloading,
            module.SizeBytes,
            module.ImageBase))];
        sink.Write<ModuleRow>(modules);
        sink.Write<RuntimeSnapshotRow>([new(
            options.SnapshotId,
            options.ProcessId,
            options.NsAt(timestamp),
            Text(source),
            expectedPause is { } expected ? Nanoseconds(expected) : null,
            pause is { } measured ? Nanoseconds(measured) : null)]);
    }

    private static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    private TextId Text(string? text) => sink.Ids.Text(text);
}
