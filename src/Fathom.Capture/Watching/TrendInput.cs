using Fathom.Model;
using Fathom.Model.Patterns;
using Fathom.Model.Recording;
using Fathom.Sources.Subjects;
using Fathom.Sources.Traces.Trends;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Watching;

/// <summary>Points over time from files: recordings as they are, CSV files read into one recording that goes away afterwards.</summary>
public sealed class TrendInput : IDisposable
{
    private readonly List<RecordingReader> _recordings = [];
    private readonly List<string> _notes = [];
    private RecordingWriter? _writer;

    private TrendInput()
    {
    }

    /// <summary>The recordings.</summary>
    public IReadOnlyList<RecordingReader> Recordings => _recordings;

    /// <summary>What a reader must know of the files.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>Opens files.</summary>
    /// <param name="patterns">Names of files; <c>*</c> and <c>?</c> stand for any text in the last part of a name.</param>
    /// <param name="command">The command line.</param>
    /// <param name="time">The clock.</param>
    /// <param name="progress">Told what is being read.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">No such file, or one of another kind or shape.</exception>
    public static TrendInput Open(IReadOnlyList<string> patterns, string command, TimeProvider time, IProgress<Progress> progress, CancellationToken stop)
    {
        TrendInput input = new();
        try
        {
            List<string> tables = [];
            foreach (string path in patterns.SelectMany(Files))
            {
                FileDescription file = FileRecognizer.Describe(path);
                if (file.IsRecording)
                    input._recordings.Add(RecordingReader.Open(path));
                else if (file.Format == FileFormats.Text)
                    tables.Add(path);
                else
                    throw FathomException.Target($"'{path}' is neither a CSV file nor a recording.", "fathom watch PROCESS -o FILE.csv --append, or --save RECORDING, makes one");
            }

            if (tables.Count > 0)
                input.ReadTables(tables, new RecordingOptions(command) { Time = time }, progress, stop);
            return input;
        }
        catch
        {
            input.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (RecordingReader recording in _recordings)
            recording.Dispose();
        _writer?.Dispose();
    }

    private void ReadTables(List<string> tables, RecordingOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        _writer = RecordingWriter.CreateTemporary(options);
        TrendFileExtractor extractor = new(tables);
        extractor.Run(_writer, progress, stop);
        _writer.Describe(manifest => manifest with
        {
            Clock = extractor.Start is { } start ? new ManifestClock("unknown", start, null) : null,
            Sources = [.. tables.Select(static path => new ManifestSource(path, "csv", new FileInfo(path).Length, null))],
        });
        _writer.Commit();
        _notes.AddRange(extractor.Notes);
        _recordings.Insert(0, RecordingReader.Open(_writer.Folder));
    }

    private static IEnumerable<string> Files(string pattern)
    {
        string name = Path.GetFileName(pattern.TrimEnd('/'));
        if (!name.Contains('*') && !name.Contains('?'))
            return [pattern];
        string folder = Path.GetDirectoryName(pattern) is { Length: > 0 } given ? given : ".";
        Pattern fits = new(name);
        string[] found = Directory.Exists(folder)
            ? [.. Directory.EnumerateFileSystemEntries(folder).Where(path => fits.Matches(Path.GetFileName(path))).Order(StringComparer.Ordinal)]
            : [];
        return found.Length > 0 ? found : throw FathomException.Target($"No file matches '{pattern}'.", "ls lists the files");
    }
}
