using System.Globalization;
using Fathom.Model.Conditions;
using Fathom.Query.Trends;
using Fathom.Render.Text;

namespace Fathom.Cli.Commands.Watch;

/// <summary>Sentences about limits on the metrics of one process.</summary>
internal static class WatchLimits
{
    /// <summary>A line per limit that is broken or could not be judged; all that is broken comes first.</summary>
    /// <param name="verdict">What the limits come to, slopes being per hour.</param>
    /// <param name="name">Name of the process.</param>
    /// <param name="pid">Its number.</param>
    public static string Sentence(JudgedLimits verdict, string name, int pid)
    {
        string where = string.Create(CultureInfo.InvariantCulture, $" in {SafeText.Of(name)} ({pid})");
        IEnumerable<string> lines =
        [
            .. LimitText.Of(verdict.OnValues with { NotJudged = [] }),
            .. LimitText.Of(verdict.OnGrowth with { NotJudged = [] }).Select(static line => $"{line} per hour"),
            .. LimitText.Of(new LimitVerdict([], [.. verdict.OnValues.NotJudged, .. verdict.OnGrowth.NotJudged])),
        ];
        return string.Join('\n', lines.Select(line => line + where));
    }
}
