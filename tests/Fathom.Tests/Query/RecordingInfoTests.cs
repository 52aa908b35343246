using Fathom.Query.Info;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query;

public sealed class RecordingInfoTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_facts_tell_origin_content_and_losses()
    {
        using RecordingReader recording = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3, ("test", "Login"), ("context", "before"));

        string facts = string.Join('\n', RecordingInfo.Facts(recording).Rows.Select(r => $"{r[0]}: {r[1]}"));

        // The size of a part depends on the engine's version.
        facts = System.Text.RegularExpressions.Regex.Replace(facts, "[0-9]+(?= bytes, 1 part)|(?<=^size_bytes: )[0-9]+", "N", System.Text.RegularExpressions.RegexOptions.Multiline);
        Snapshot.Match(facts.Replace(_folder.Path, "FOLDER", StringComparison.Ordinal) + "\n", "recording-info.txt");
    }
}
