using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Time;

namespace Fathom.Query.Judging;

/// <summary>Says whether a table was recorded: one without rows may be of what did not happen, or of what nobody asked for.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="facts">The trace; null where the recording holds none.</param>
internal sealed class RecordedTables(QuerySession session, int rec, TraceFacts? facts)
{
    private const string Events = "nettrace";
    private const string Record = "record with: fathom record PID --duration 10s --save NAME.fathom";

    /// <summary>Why a table says nothing, and how to have it recorded; null where it was.</summary>
    public (string Reason, string Next)? WhyNot(string table)
    {
        if (session.Recordings[rec].Rows(table) > 0)
            return null;
        TraceVerb? verb = TraceVerbs.All.FirstOrDefault(verb => verb.Table == table)
            ?? TraceVerbs.All.FirstOrDefault(verb => verb.Needs.Contains(table));
        if (facts is null || verb is null)
            return ($"the recording has no rows of table {table}", verb is null ? Record : $"record with: {verb.RecordWith}");
        if (verb.WhyNot(facts) is { } refusal)
            return refusal;
        // Fathom's recorder asks each runtime for all of its tables, and the kernel where it may.
        return facts.IsOwn && (verb.IsOfEvents ? facts.Formats.Contains(Events) : facts.RunningNs is not null) ? null
            : (verb.WhyEmpty(facts, true) ?? $"the recording has no {verb.Counted}", $"record with: {verb.RecordFor(facts)}");
    }
}
