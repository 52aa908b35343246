using Fathom.Query.Trends;
using Fathom.Render.Trends;

namespace Fathom.Cli.Commands.Watch;

/// <summary>The verdict on a process in one line.</summary>
internal static class TrendHeadline
{
    /// <summary>Says it.</summary>
    /// <param name="findings">The verdicts on one process.</param>
    /// <param name="per">What slopes are per: "h" or "iteration".</param>
    public static string Of(IReadOnlyList<TrendFinding> findings, string per)
    {
        Dictionary<string, TrendParts.Part> parts = [];
        foreach (TrendFinding finding in findings.Where(static finding => finding.Line.Item is null))
            parts[finding.Line.Metric] = new TrendParts.Part(TrendTable.NameOf(finding.Judgement.Verdict), finding.Judgement.Slope, TrendSentence.Of(finding, per));
        TrendSubject subject = findings[0].Line.Subject;
        return TrendParts.Headline(subject.Name, subject.Pid, parts, per);
    }
}
