using Fathom.Model.Recording;
using Fathom.Model.Results;
using Fathom.Query.Findings;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>A look in a temporary recording, which stays open for what rules ask for.</summary>
internal sealed class RecordedLook : IDisposable
{
    private readonly RecordingWriter _writer;
    private readonly RecordingReader _reader;
    private readonly QuerySession _session;

    public RecordedLook(IExtractor extractor)
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        _writer = RecordingWriter.CreateTemporary(new RecordingOptions("fathom findings"));
        extractor.Run(_writer, new Progress<Progress>(), stop);
        _writer.Commit();
        _reader = RecordingReader.Open(_writer.Folder);
        _session = QuerySession.Open(_reader);
        ThreadLook threads = ThreadLookReader.Read(_session, 0, stop);
        Losses = [.. _session.Run("recording/losses", stop, new QueryParameter("rec", Cell.Of(0))).Rows.Select(static row => string.Join(' ', row))];
        Look = new FindingLookReader(_session, 0, stop).Read(threads);
    }

    public FindingLook Look { get; }

    /// <summary>What could not be read, each with its reason.</summary>
    public IReadOnlyList<string> Losses { get; }

    public void Dispose()
    {
        _session.Dispose();
        _reader.Dispose();
        _writer.Dispose();
    }
}
