using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Info;

/// <summary>What the machine was like beside the program, as facts.</summary>
internal static class EnvironmentInfo
{
    /// <summary>Whether a recording may tell it.</summary>
    public static bool IsIn(Manifest manifest) => manifest.Parts.Any(static part => part.Table == "machine_fact");

    /// <summary>The facts, and whether the end of the recording is among them.</summary>
    /// <param name="session">A session with the recording alone.</param>
    /// <param name="stop">Interrupts a query.</param>
    public static IEnumerable<(string Fact, string? Value)> Facts(QuerySession session, CancellationToken stop)
    {
        RecordedFact[] facts = [.. RecordedFact.All(session, 0, stop)];
        if (facts.Length == 0)
            yield break;
        bool isOfWindows = TableRow.All(session.Run("time/trace", stop, Statements.QueryParameter.Of("rec", 0)))
            .Any(static trace => trace.Text("format") == TraceFacts.WindowsFormat);
        yield return (
            "environment",
            facts[0].HasStop ? "at begin and end; a difference is shown as 'A, then B', counters as their increase"
                : isOfWindows ? "as the trace tells it"
                : "at begin only; the recorder was ended before it wrote the end");
        foreach (RecordedFact fact in facts)
            yield return (fact.Item is null ? $"{fact.Topic} {fact.Name}" : $"{fact.Topic} {fact.Name} {fact.Item}", fact.Text);
    }
}
