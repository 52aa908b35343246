using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>The times of marks, methods and starts of programs that bounds of a part of the time lie at.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
internal sealed class TimeAnchors(QuerySession session, int rec, CancellationToken stop)
{
    private const int MostMarks = 3;
    private const int MostChars = 40;
    private const int MostLooked = 1000;

    private string Listed => $"what was marked: fathom markers {Subject}";

    private string Subject => session.Recordings[rec].Path;

    /// <summary>The time, in nanoseconds since the begin of the recording.</summary>
    /// <param name="bound">A bound with something that it lies at.</param>
    /// <param name="afterNs">Of an end the begin, later than which it is, or -1; null for a begin.</param>
    /// <exception cref="FathomException">The recording has nothing of the kind.</exception>
    public long Find(TimeBound bound, long? afterNs) => bound.Anchor!.Kind switch
    {
        TimeAnchorKind.Marker => Marker(bound, afterNs),
        TimeAnchorKind.ProcessStart => Ask("time/anchor-start").Number("at_ns") ?? throw FathomException.Target(
            $"{Written(bound)}: no program of '{Subject}' began while it was recorded.",
            "record one from its start: fathom record -- dotnet MyApp.dll"),
        _ => Method(bound, afterNs),
    };

    private static string Written(TimeBound bound) => $"'{bound.Option} {bound.Text}'";

    private long Marker(TimeBound bound, long? afterNs)
    {
        QueryParameter text = new("pattern", Cell.Of(LikePattern.Value(bound.Anchor!.Name)));
        if (After(afterNs ?? -1) is { } atNs)
            return atNs;
        string later = afterNs is not null && After(-1) is not null ? " after the begin of the part" : "";
        throw FathomException.Target($"{Written(bound)}: '{Subject}' has no such mark{later}.", later.Length > 0 ? Listed : Marks(bound));

        long? After(long ns) => Ask("time/anchor-marker", text, QueryParameter.Of("after_ns", ns)).Number("at_ns");
    }

    // Those that there are: the one that is nearest, or else the first ones.
    private string Marks(TimeBound bound)
    {
        string[] texts = [.. TableRow.All(session.Run("time/mark-texts", stop, QueryParameter.Of("rec", rec))).Take(MostLooked).Select(static row => row.Text("text") ?? "")];
        return texts.Length == 0 ? "nothing was marked in it: fathom mark TEXT, while it is recorded"
            : NearMiss.Find(bound.Anchor!.Name, texts) is { } near && !near.AsSpan().ContainsAny('\'', ',') ? $"{bound.Option} 'marker:{near}'"
            : $"marked are {string.Join(", ", texts.Take(MostMarks).Select(Short))}{(texts.Length > MostMarks ? " and others" : "")}: fathom markers {Subject}";

        static string Short(string text) => text.Length <= MostChars ? $"'{text}'" : $"'{text[..MostChars]}…'";
    }

    private long Method(TimeBound bound, long? afterNs)
    {
        bool isFirst = bound.Anchor!.Kind == TimeAnchorKind.First;
        string ids = string.Join(',', Methods(bound, isFirst ? "first" : "last").Select(static each => each.Id.ToString(CultureInfo.InvariantCulture)));
        // The last one may be the first one.
        long after = isFirst ? afterNs ?? -1 : -1;
        TableRow times = Ask("time/anchor-method", new QueryParameter("method_ids", Cell.Of($",{ids},")), QueryParameter.Of("after_ns", after));
        string later = after >= 0 ? " after the begin of the part" : "";
        return times.Number(isFirst ? "first_ns" : afterNs is null ? "last_ns" : "end_ns")
            ?? throw FathomException.Target($"{Written(bound)}: no recorded program is seen in it{later}.", $"{bound.Option} 2s");
    }

    private MethodName[] Methods(TimeBound bound, string kind)
    {
        string method = bound.Anchor!.Name;
        return MethodName.Only(
            MethodName.Of(session, "time/anchor-methods", rec, stop), method, bound.Option, $"{kind}:", "on stacks",
            ($"No stack of '{Subject}' has a method '{method}' on it.", $"the methods that have samples: fathom cpu {Subject}"));
    }

    private TableRow Ask(string query, params QueryParameter[] parameters) =>
        TableRow.All(session.Run(query, stop, [QueryParameter.Of("rec", rec), .. parameters])).Single();
}
