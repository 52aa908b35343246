using Fathom.Model.Recording;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Sources.Looks;
using Fathom.Sources.Threads.Stops;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Looks;

/// <summary>The sample Stalls in one of its scenes, and one look at its threads: through rows, a recording and queries, as a command sees it.</summary>
internal sealed class StallsLook : IDisposable
{
    private readonly SampleProcess _sample;

    private StallsLook(SampleProcess sample, ThreadLook look)
    {
        _sample = sample;
        Look = look;
    }

    public ThreadLook Look { get; }

    /// <summary>Thread numbers by the names that the sample gave.</summary>
    public IReadOnlyDictionary<string, int> Threads =>
        _sample.Facts.GetProperty("threads").EnumerateObject().ToDictionary(entry => entry.Name, entry => entry.Value.GetInt32());

    public static StallsLook At(string scene, StackExtractorOptions? options = null, string sample = "Stalls")
    {
        SampleProcess running = SampleProcess.Start(sample, scene);
        try
        {
            return new StallsLook(running, Read(new LiveStackExtractor(running.Pid, options ?? new() { Interval = TimeSpan.FromMilliseconds(20) })));
        }
        catch
        {
            running.Dispose();
            throw;
        }
    }

    public static ThreadLook Read(IExtractor extractor)
    {
        using RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions("fathom stacks"));
        extractor.Run(writer, new Progress<Progress>(), TestContext.Current.CancellationToken);
        writer.Commit();
        using RecordingReader reader = RecordingReader.Open(writer.Folder);
        using QuerySession session = QuerySession.Open(reader);
        return ThreadLookReader.Read(session, 0, TestContext.Current.CancellationToken);
    }

    public long Fact(string name) => _sample.Facts.GetProperty("facts").GetProperty(name).GetInt64();

    public int Pid => _sample.Pid;

    public ThreadFacts Thread(string name) => Look.Threads.Single(thread => thread.Tid == Threads[name]);

    /// <summary>What a thread waits for: its kind and the owners' names, sorted.</summary>
    public (string Kind, string Owners) Wait(string name)
    {
        LockFacts wait = Look.Locks.Single(entry => !entry.Owns && entry.ThreadId == Thread(name).ThreadId);
        IEnumerable<uint> owners = Look.Locks.Where(entry => entry.Owns && entry.Address == wait.Address && wait.Address != 0).Select(entry => entry.ThreadId).Distinct();
        return (wait.Kind, string.Join(", ", owners.Select(id => Look.Threads.Single(thread => thread.ThreadId == id).Name).Order()));
    }

    public int TidOf(uint threadId) => Look.Threads.Single(thread => thread.ThreadId == threadId).Tid;

    public void Dispose() => _sample.Dispose();
}
