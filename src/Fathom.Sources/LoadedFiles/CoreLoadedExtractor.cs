using Fathom.Model.Recording;
using Fathom.Sources.Origins;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.LoadedFiles;

/// <summary>
/// Lists the files with code that a process had mapped when its core was written. Build ids are those in its memory, as far as the core has
/// it.
/// </summary>
/// <param name="path">The core.</param>
/// <param name="options">The ids that the rows get.</param>
public sealed class CoreLoadedExtractor(string path, LookOptions options) : ICoreExtractor
{
    /// <inheritdoc/>
    public string? RuntimeVersion { get; private set; }

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the files", 0, 0));
        using ElfCore core = ElfCore.Open(path);
        LoadedFileRows rows = new(sink, new BuildFiles());
        foreach (IGrouping<string, MappedFile> file in core.Notes.Files.GroupBy(static file => file.Path))
        {
            stop.ThrowIfCancellationRequested();
            if (MappedFiles.IsAssembly(file.Key))
                rows.AddAssembly(options.ProcessId, null, file.Key, null, null);
            else if (file.FirstOrDefault(static part => part.FileOffset == 0) is { End: > 0 } first
                && ElfImages.TryRead(core, first.Start) is { } image)
                rows.AddNative(options.ProcessId, file.Key, image.BuildId, null);
            if (file.Key.EndsWith("/libcoreclr.so", StringComparison.Ordinal))
                RuntimeVersion = FrameworkVersion.Of(file.Key);
        }

        rows.End();
    }
}
