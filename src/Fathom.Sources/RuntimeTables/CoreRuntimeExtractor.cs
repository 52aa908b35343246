using System.Diagnostics;
using Fathom.Model.Recording;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.RuntimeTables;

/// <summary>Reads handles, finalizable objects and modules in an ELF core file.</summary>
/// <param name="path">The core file.</param>
/// <param name="options">The ids that the rows get.</param>
public sealed class CoreRuntimeExtractor(string path, LookOptions options) : ICoreExtractor
{
    private readonly LookOptions _options = options.Begun();

    /// <inheritdoc/>
    public string? RuntimeVersion { get; private set; }

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        long timestamp = Stopwatch.GetTimestamp();
        progress.Report(new Progress("opening the core file", 0, 0));
        using CoreTarget core = CoreTarget.Open(path, _options.Dac, _options.FileFolders);
        RuntimeVersion = core.RuntimeVersion;
        progress.Report(new Progress("reading the runtime's tables", 0, 0));
        RuntimeReading reading = RuntimeReading.Read(core.Runtime, core.Memory, stop);
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new RuntimeRows(sink, _options).Write(reading, "core", timestamp, null, null);
        core.WriteLosses(sink);
        foreach (string note in reading.Notes.Concat(core.Notes))
            _options.Noted?.Invoke(note);
    }
}
