using Fathom.Capture.Traces;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Symbols;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Symbols;

/// <summary>
/// Names frames of a recording whose files are there by now, without the raw trace. The recording is written anew beside itself and changes places with the old one in one step, so it is whole
/// at any moment; tables that do not change are linked.
/// </summary>
public static class SymbolRun
{
    private static readonly string[] s_changed =
        [MethodRow.Schema.Name, FrameRow.Schema.Name, FramePlaceRow.Schema.Name, CodeImageRow.Schema.Name, StackMethodRow.Schema.Name, TraceNamingRow.Schema.Name, .. MethodTimes.Tables];

    /// <summary>Names what can be named. A recording of which nothing new is found stays as it is.</summary>
    /// <param name="path">The folder of the recording.</param>
    /// <param name="folders">Folders with symbols, searched beside where files lie usually, and maps of compiled code.</param>
    /// <param name="time">The clock.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it; the recording stays as it was.</param>
    /// <exception cref="FathomException">It is no such recording, is damaged or cannot be written.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static NamesGiven Apply(string path, IReadOnlyList<string> folders, TimeProvider time, IProgress<Progress> progress, CancellationToken stop)
    {
        string folder = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        folder = new DirectoryInfo(folder).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? folder;
        if (RecordingFormat.Recognize(path) == RecordingForm.Packed)
            throw FathomException.Target($"'{path}' is one packed file, which is not changed.", $"unzip '{path}' -d NAME.fathom, and give NAME.fathom");
        using RecordingReader recording = RecordingReader.Open(folder, path);
        Require(path, recording);
        progress.Report(new Progress("looking for symbols", 0, 0));
        using RecordedStacks stacks = new(recording, stop);
        NewNames names = new(stacks, new SymbolSearch(folders), new CompiledMaps(folders, static () => null), stop);
        if (!names.HasChanged)
            return names.Given;
        progress.Report(new Progress("writing the names", 0, 0));
        // Who could read it reads it further on.
        WrittenRights.Readers = (Readers)Math.Max((int)WrittenRights.Readers, (int)WrittenRights.ReadersOf(folder));
        using RecordingWriter writer = RecordingWriter.Create(folder, new RecordingOptions(recording.Manifest.Command) { Replace = true, Time = time });
        writer.Adopt(recording, s_changed);
        writer.Describe(manifest => manifest with { Machine = recording.Manifest.Machine, Warnings = recording.Manifest.Warnings });
        names.Write(writer);
        MethodTimes.Write(writer, writer, progress, stop);
        writer.Commit();
        return names.Given;
    }

    private static void Require(string path, RecordingReader recording)
    {
        if (!recording.Manifest.Complete)
            throw FathomException.Target($"'{path}' is incomplete, so it is not changed.", "wait until it is written, or record again");
        if (!RecordedStacks.AreIn(recording))
            throw FathomException.Target($"'{path}' does not hold the code addresses of its frames.", "recordings that this version made from traces do: fathom extract --again TRACE");
    }
}
