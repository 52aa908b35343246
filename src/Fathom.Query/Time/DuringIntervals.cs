using System.Globalization;
using Fathom.Model;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>Finds the intervals of a recording that a question is about: those of a file, or those of something that it has.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="show">Writes a time in nanoseconds for people.</param>
/// <param name="isOfWindows">Whether the trace is of Windows.</param>
/// <param name="stop">Interrupts a query.</param>
internal sealed class DuringIntervals(QuerySession session, int rec, Func<long, string> show, bool isOfWindows, CancellationToken stop)
{
    // What lasts has a row for each that it touches.
    private const int MostIntervals = 200_000;

    private readonly List<(long FromNs, long ToNs)> _found = [];
    private long _endless;

    /// <summary>The intervals.</summary>
    /// <param name="choice">What was asked for.</param>
    /// <param name="part">The part of the recording that they are cut to.</param>
    /// <param name="zeroNs">The moment that times of a file count from, since the begin of the recording.</param>
    public IntervalSet Find(DuringChoice choice, TimeWindow part, long zeroNs = 0)
    {
        (string what, string next) = choice.Kind switch
        {
            DuringChoice.Collections => ("collections", $"record them with: {TraceVerbs.Gc.RecordOn(isOfWindows)}"),
            DuringChoice.Contentions => ("waits for locks", $"record them with: {TraceVerbs.Locks.RecordOn(isOfWindows)}"),
            DuringChoice.Requests => ("requests", session.Recordings[rec].Rows(RequestRow.Schema.Name) > 0
                ? $"what there is: fathom requests {session.Recordings[rec].Path}"
                : $"record them with: {TraceVerbs.Requests.RecordOn(isOfWindows)}"),
            DuringChoice.Marks => ("times between marks", $"what was marked: fathom markers {session.Recordings[rec].Path}"),
            _ => ("intervals", ""),
        };
        switch (choice.Kind)
        {
            case DuringChoice.File:
                _found.AddRange((choice.Given ?? []).Select(given => (given.FromNs + zeroNs, given.ToNs + zeroNs)));
                break;
            case DuringChoice.Marks:
                ReadMarks(choice);
                break;
            case DuringChoice.Requests:
                Read("during/request", Pattern("pattern", choice.Pattern));
                break;
            default:
                Read($"during/{choice.Kind}");
                break;
        }

        string endless = _endless == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" ({_endless:N0} without an end left out)");
        IntervalSet set = IntervalSet.Of(_found, part, what + endless);
        if (set.Intervals.Count > MostIntervals)
        {
            throw FathomException.Usage(
                string.Create(CultureInfo.InvariantCulture, $"'{DuringChoice.Option} {choice.Text}' is about {set.Intervals.Count:N0} parts of the time; {MostIntervals:N0} at most are."),
                "choose a part of them with --from and --to");
        }

        return set.Intervals.Count > 0 ? set : set with { WhyEmpty = WhyEmpty(choice, part, what, next) };
    }

    private string WhyEmpty(DuringChoice choice, TimeWindow part, string what, string next)
    {
        string such = choice.Kind switch
        {
            DuringChoice.Requests => $"{what} of the recorded programs with a URL or route like '{choice.Pattern}'",
            DuringChoice.Marks => $"{what} '{choice.Pattern}' and '{choice.EndPattern}'",
            DuringChoice.File => $"{what} of '{choice.Text}'",
            _ => $"{what} of the recorded programs",
        };
        string count = string.Create(CultureInfo.InvariantCulture, $"{(_found.Count > 0 ? _found.Count : _endless):N0}");
        string why = _found.Count > 0 ? $"none of the {count} {such} has time between {show(part.BeginNs)} and {show(part.EndNs)}"
            : _endless > 0 ? $"none of the {count} {such} has an end in the recording"
            : $"the recording has no {such}";
        return $"'{DuringChoice.Option} {choice.Text}' is about no time: {why}{(_found.Count > 0 || next.Length == 0 ? "" : $"; {next}")}";
    }

    private void Read(string query, params QueryParameter[] parameters) => session.Read(
        query,
        chunk =>
        {
            for (int i = 0; i < chunk.RowCount; i++)
            {
                if (chunk.Column(1).IsNull(i))
                    _endless++;
                else
                    _found.Add((chunk.Column(0).ToInt64(i), chunk.Column(0).ToInt64(i) + chunk.Column(1).ToInt64(i)));
            }
        },
        stop,
        [QueryParameter.Of("rec", rec), .. parameters]);

    // From a mark to the next one that ends; marks that begin in between are of the same time.
    private void ReadMarks(DuringChoice choice)
    {
        long? beginNs = null;
        session.Read(
            "during/markers",
            chunk =>
            {
                for (int i = 0; i < chunk.RowCount; i++)
                {
                    long ns = chunk.Column(0).ToInt64(i);
                    if (beginNs is { } since && chunk.Column(2).ToInt64(i) == 1)
                    {
                        _found.Add((since, ns));
                        beginNs = null;
                    }

                    if (beginNs is null && chunk.Column(1).ToInt64(i) == 1)
                        beginNs = ns;
                }
            },
            stop,
            [QueryParameter.Of("rec", rec), Pattern("pattern", choice.Pattern), Pattern("end_pattern", choice.EndPattern)]);

        // The last mark of rounds that follow each other is the end of the round before it.
        _endless = beginNs is not null && (_found.Count == 0 || _found[^1].ToNs != beginNs) ? 1 : 0;
    }

    private static QueryParameter Pattern(string name, string? pattern) => new(name, Model.Results.Cell.Of(LikePattern.Value(pattern ?? "*")));
}
