using Fathom.Model.Results;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The rows of a recording that a command line asks for by names of serializers. What is measured now has none but those.</summary>
internal static class RecordedNames
{
    /// <summary>The rows of serializers whose names are wanted.</summary>
    /// <param name="plan">The names that are wanted.</param>
    /// <param name="table">The rows, with a column "serializer".</param>
    /// <param name="path">The recording; null where it was made now.</param>
    /// <exception cref="FathomException">Nothing in the recording has such a name (<see cref="ExitCode.Usage"/>).</exception>
    public static ResultTable Choose(SuitePlan plan, ResultTable table, string? path)
    {
        if (path is null || plan.Names is not { } names)
            return table;
        int name = table.IndexOf("serializer");
        string[] recorded = [.. table.Rows.Select(row => row[name].Text).Distinct()];
        if (names.Unmet(recorded).FirstOrDefault() is not { } unmet)
            return table with { Rows = [.. table.Rows.Where(row => names.Matches(row[name].Text))] };
        string? near = NearMiss.Find(unmet.Text.Trim('*'), recorded);
        throw FathomException.Usage(
            $"No serializer in '{path}' is called '{unmet.Text}'.", near is null ? $"fathom serializers list {path} shows the names" : $"did you mean '{near}'?");
    }
}
