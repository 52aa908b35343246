using Fathom.Query.Info;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Info;

/// <summary>What the machines of two recordings were like.</summary>
public sealed class EnvironmentSqlGoldenTests
{
    [Fact]
    public void A_query_about_one_recording_keeps_two_apart()
    {
        using TwoRecordings recordings = new(static folder => EnvironmentRecordings.Create(folder, "a"), static folder => EnvironmentRecordings.Create(folder, "b"));

        recordings.MatchEach("recording/environment");
    }

    [Theory]
    [InlineData("a")]
    [InlineData("b")]
    public void The_facts_of_a_recording_tell_begin_and_end(string name)
    {
        using TestFolder folder = new();
        using RecordingReader recording = EnvironmentRecordings.Create(folder, name);

        string[] facts = [.. RecordingInfo.Facts(recording, TestContext.Current.CancellationToken).Rows.Select(static row => $"{row[0]}: {row[1]}")];
        int begin = Array.FindIndex(facts, static fact => fact.StartsWith("environment:", StringComparison.Ordinal));
        string text = string.Concat(facts.Skip(begin).TakeWhile(static fact => !fact.StartsWith("table ", StringComparison.Ordinal)).Select(static fact => fact + "\n"));

        Snapshot.Match(text, $"recording-environment-{name}.txt");
    }
}
