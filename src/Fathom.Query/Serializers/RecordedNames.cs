using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Patterns;

namespace Fathom.Query.Serializers;

/// <summary>The rows of a recording that a command line asks for by names of serializers. What is measured now has none but those.</summary>
public static class RecordedNames
{
    /// <summary>The rows of serializers whose names are wanted.</summary>
    /// <param name="names">The names that are wanted; null for all.</param>
    /// <param name="table">The rows, with a column "serializer".</param>
    /// <param name="path">The recording; null where it was made now.</param>
    /// <exception cref="FathomException">Nothing in the recording has such a name (<see cref="ExitCode.Usage"/>).</exception>
    public static ResultTable Choose(PatternList? names, ResultTable table, string? path)
    {
        if (path is null || names is null)
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
