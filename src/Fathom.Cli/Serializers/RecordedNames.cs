using Fathom.Model.Patterns;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Serializers;

/// <summary>Whether a recording has the serializers that a command line names.</summary>
internal static class RecordedNames
{
    /// <summary>Refuses a name that nothing in it has.</summary>
    /// <param name="plan">The names that are wanted.</param>
    /// <param name="recorded">The names in the recording.</param>
    /// <param name="path">The recording.</param>
    /// <exception cref="FathomException">There is no such serializer (exit 2).</exception>
    public static void Require(SuitePlan plan, IReadOnlyCollection<string> recorded, string path)
    {
        if (plan.Names?.Unmet(recorded).FirstOrDefault() is not Pattern unmet)
            return;
        string? near = NearMiss.Find(unmet.Text.Trim('*'), recorded);
        throw FathomException.Usage(
            $"No serializer in '{path}' is called '{unmet.Text}'.", near is null ? $"fathom serializers list {path} shows the names" : $"did you mean '{near}'?");
    }
}
