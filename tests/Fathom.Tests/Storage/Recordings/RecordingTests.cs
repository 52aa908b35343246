using System.Text.RegularExpressions;
using Fathom.Model;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>Tests of recordings in a folder of their own.</summary>
public abstract class RecordingTests : IDisposable
{
    /// <summary>The folder.</summary>
    protected TestFolder Folder { get; } = new();

    public void Dispose()
    {
        Folder.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Starts a recording.</summary>
    protected RecordingWriter Begin(string name, bool replace = false, int partRows = 1_000) =>
        RecordingWriter.Create(Folder.File(name), new RecordingOptions("test run") { Replace = replace, PartRows = partRows, ToolVersion = "1.2.3" });

    /// <summary>Makes a recording.</summary>
    protected void Write(string name, int rows, bool replace = false)
    {
        using RecordingWriter writer = Begin(name, replace);
        WriteRows(writer, rows);
        writer.Commit();
    }

    /// <summary>Adds rows to one.</summary>
    protected static void WriteRows(RecordingWriter writer, int rows) =>
        writer.Write<WideRow>([.. Enumerable.Range(0, rows).Select(i => new WideRow { Key = (uint)i, Text = writer.Ids.Text("text") })]);

    /// <summary>Rows of a recording.</summary>
    protected long RowsOf(string name)
    {
        using RecordingReader recording = RecordingReader.Open(Folder.File(name));
        return recording.Manifest.Parts.Sum(p => p.Rows);
    }

    /// <summary>What lies in the folder.</summary>
    protected string[] Names() => [.. Directory.EnumerateFileSystemEntries(Folder.Path).Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)];

    /// <summary>Files of a recording, by their paths inside.</summary>
    protected string[] Files(string name) =>
        [.. Directory.EnumerateFiles(Folder.File(name), "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(Folder.File(name), f)).Order(StringComparer.Ordinal)];

    /// <summary>Opens what is no recording.</summary>
    protected void Refused(string path, string snapshot) => Refused(() => RecordingReader.Open(path), snapshot);

    /// <summary>Does what is refused, and compares what is said with a snapshot.</summary>
    protected void Refused(Func<IDisposable> open, string snapshot)
    {
        FathomException error = Assert.Throws<FathomException>(() => open().Dispose());
        string text = $"{error.Message}\n{error.NextStep}\nexit {(int)error.ExitCode}\n".Replace(Folder.Path, "FOLDER", StringComparison.Ordinal);
        text = Regex.Replace(text, @"\.[0-9]+\.partial", ".PID.partial");
        text = Regex.Replace(text, "not [0-9]+\\.", "not N.");
        Snapshot.Match(text, $"recording-{snapshot}.txt");
    }
}
