using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.LoadedFiles;

/// <summary>
/// Lists the files with code that a process has mapped. It is neither stopped nor contacted, so assemblies without a file are not known.
/// </summary>
/// <param name="processId">The process (pid).</param>
/// <param name="options">The ids that the rows get.</param>
public sealed class LiveLoadedExtractor(int processId, LookOptions options) : IExtractor
{
    private const string Deleted = " (deleted)";

    /// <inheritdoc/>
    /// <exception cref="FathomException">The process has ended, or belongs to somebody else.</exception>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the files", 0, 0));
        LoadedFileRows rows = new(sink, new BuildFiles());
        Dictionary<string, bool> files = Files();
        foreach ((string path, bool isCode) in files)
        {
            stop.ThrowIfCancellationRequested();
            bool isGone = path.EndsWith(Deleted, StringComparison.Ordinal);
            string plain = isGone ? path[..^Deleted.Length] : path;
            // Behind the path of a file that was replaced is another one now.
            string? readable = isGone ? null : string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/root{plain}");
            if (MappedFiles.IsAssembly(plain))
                rows.AddAssembly(options.ProcessId, null, plain, null, null, readable);
            else if (isCode)
                rows.AddNative(options.ProcessId, plain, null, null, readable);
        }

        rows.End();
    }

    // Each with whether any part of it is code: an assembly that is compiled while the program runs is mapped as data.
    private Dictionary<string, bool> Files()
    {
        using ProcReader reader = new("/proc");
        ProcReadState state = reader.Read(processId, "maps"u8, out ReadOnlySpan<byte> text);
        if (state != ProcReadState.Read)
        {
            throw FathomException.Target(
                $"The files of process {processId} cannot be read: it {(state == ProcReadState.Gone ? "has ended" : "belongs to another user")}.",
                "run it as the user of the process, or as root");
        }

        Dictionary<string, bool> files = new(StringComparer.Ordinal);
        foreach (Range line in text.Split((byte)'\n'))
        {
            if (!MappedRange.TryParse(text[line], out MappedRange range) || range.Inode == 0 || !range.Path.StartsWith("/"u8))
                continue;
            string path = Encoding.UTF8.GetString(range.Path);
            if (!path.StartsWith("/memfd:", StringComparison.Ordinal))
                files[path] = files.GetValueOrDefault(path) || range.IsExecutable;
        }

        return files;
    }
}
