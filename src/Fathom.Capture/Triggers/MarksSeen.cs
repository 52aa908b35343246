using System.Collections.Immutable;
using Fathom.Formats.Marks;
using Fathom.Recorder.Marks;

namespace Fathom.Capture.Triggers;

/// <summary>Looks for marks that <c>fathom mark</c> sets in a recording that runs.</summary>
/// <param name="book">Its marks.</param>
/// <param name="wanted">Which are waited for.</param>
internal sealed class MarksSeen(MarkBook book, IReadOnlyList<MarkerCondition> wanted)
{
    private long _at = book.Length;

    /// <summary>The conditions that marks have met, as the user wrote them. Any thread may ask.</summary>
    public ImmutableHashSet<string> Met { get; private set; } = [];

    /// <summary>What was set up to now leads to nothing.</summary>
    public void Skip() => _at = book.Length;

    /// <summary>The first one since the last look that is waited for, with the process that set it; null for none.</summary>
    public (int ProcessId, TriggerCause Cause)? Look()
    {
        (int, TriggerCause)? first = null;
        foreach (Mark mark in book.Since(ref _at))
        {
            MarkerCondition[] met = [.. wanted.Where(each => each.Matches(mark.Text))];
            if (met.Length == 0)
                continue;
            Met = Met.Union(met.Select(static each => each.Text));
            string told = $"{met[0].Text} (\"{mark.Text}\", fathom mark)";
            first ??= (mark.Pid, new TriggerCause(told, StopwatchTime.Of(mark.TsNs)) { Moment = "the mark" });
        }

        return first;
    }
}
