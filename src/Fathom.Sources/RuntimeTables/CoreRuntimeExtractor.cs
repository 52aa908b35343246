using System.Diagnostics;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Dumps;

namespace Fathom.Sources.RuntimeTables;

/// <summary>Reads handles, finalizable objects and modules in an ELF core file.</summary>
/// <param name="path">The core file.</param>
/// <param name="options">The ids that the rows get.</param>
public sealed class CoreRuntimeExtractor(string path, RuntimeExtractorOptions options) : ICoreExtractor
{
    private readonly RuntimeExtractorOptions _options = options with { RecordingStart = options.RecordingStart == 0 ? Stopwatch.GetTimestamp() : options.RecordingStart };

    /// <inheritdoc/>
    public string? RuntimeVersion { get; private set; }

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        long timestamp = Stopwatch.GetTimestamp();
        progress.Report(new Progress("opening the core file", 0, 0));
        using CoreTarget core = CoreTarget.Open(path, _options.Dac);
        RuntimeVersion = RuntimeVersionFinder.FromSharedPath(core.Runtime.ClrInfo.ModuleInfo.FileName) ?? RuntimeIdentity.Of(core.Runtime.ClrInfo).ProductVersion;
        progress.Report(new Progress("reading the runtime's tables", 0, 0));
        RuntimeReading reading = RuntimeReading.Read(core.Runtime, core.Memory, stop);
        progress.Report(new Progress("writing the look", 0, 0));
        new RuntimeRows(sink, _options).Write(reading, "core", timestamp, null, null);
        foreach (string note in reading.Notes.Concat(core.Notes))
            _options.Noted?.Invoke(note);
    }
}
