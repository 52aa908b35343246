using System.Globalization;
using Fathom.Model;
using Fathom.Model.Patterns;
using Fathom.Serializers.Facts;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Suites;

/// <summary>Whether the serializers that a command line names exist, and whether they are there to be measured.</summary>
/// <param name="plan">Which are wanted.</param>
/// <param name="withoutAdapter">Libraries that are known and have no adapter, with the reason.</param>
internal sealed class WantedSerializers(SuitePlan plan, IReadOnlyDictionary<string, string> withoutAdapter)
{
    private const int MostNamed = 3;
    private const string All = "fathom serializers list shows the names";

    /// <summary>Refuses a name that no program's source says, before anything is built. Where a source does not say it, only the built program can.</summary>
    /// <param name="projects">The programs.</param>
    /// <exception cref="FathomException">There is no such serializer (<see cref="ExitCode.Usage"/>).</exception>
    public void RequireKnown(IReadOnlyList<ProgramProject> projects)
    {
        string[] packages = [.. projects.SelectMany(static one => one.Packages).Distinct(StringComparer.OrdinalIgnoreCase)];
        if (plan.Packages.FirstOrDefault(pin => !packages.Contains(pin.Id, StringComparer.OrdinalIgnoreCase)) is { } none)
        {
            string? near = NearMiss.Find(none.Id, packages);
            throw FathomException.Usage(
                $"No program uses a package '{none.Id}'.",
                near is null ? $"the packages are {string.Join(", ", packages.Order(StringComparer.OrdinalIgnoreCase))}" : $"did you mean '{near}'?");
        }

        if (projects.All(static one => one.Entries.Count > 0))
            Require([.. projects.SelectMany(static one => one.Entries)]);
    }

    /// <summary>Refuses a name that no program offers.</summary>
    /// <param name="all">What the programs offer.</param>
    /// <exception cref="FathomException">There is no such serializer (<see cref="ExitCode.Usage"/>).</exception>
    public void RequireOffered(IReadOnlyList<OfferedSerializer> all)
    {
        Require([.. all.SelectMany(static one => (string[])[one.Name, one.Entry]).Distinct()]);
        if (all.GroupBy(static one => (one.Name, one.Program.Target.Framework, one.Program.Target.Mode)).FirstOrDefault(static group => group.Count() > 1) is { } same)
        {
            throw FathomException.Target(
                $"Two programs offer a serializer that is called '{same.Key.Name}': {string.Join(" and ", same.Select(static one => $"'{one.Program.Project.File}'"))}.",
                "give the entry of yours another name in its Program.cs");
        }
    }

    /// <summary>
    /// What was asked for and is not there, a sentence each. A program that does not compile is always missing. One whose package does not restore on this machine, or
    /// that is not built in a way that its library cannot be, is so where it was asked for by a name that nothing else fits, or where nothing at all is available.
    /// </summary>
    /// <param name="all">The serializers.</param>
    public IReadOnlyList<string> Missing(IReadOnlyList<OfferedSerializer> all)
    {
        bool none = !all.Any(static one => one.IsAvailable);
        IEnumerable<Pattern> unmet = plan.Names?.Unmet([.. all.Where(static one => one.IsAvailable).Select(static one => one.Entry)]) ?? [];
        return
        [
            .. all.Where(one => !one.IsAvailable && (none || !IsOfMachine(one) || one.Program.Target.Package is not null || unmet.Any(pattern => pattern.Matches(one.Entry))))
                .GroupBy(static one => one.Reason).Select(static group => Sentence([.. group.Select(static one => one.Name).Distinct()], group.Key)),
        ];
    }

    /// <summary>What is not available, a sentence for each reason: whoever reads the answer learns what it lacks. What cannot be built in a way that was asked for is a row.</summary>
    /// <param name="all">The serializers.</param>
    public static IReadOnlyList<string> Absent(IReadOnlyList<OfferedSerializer> all) =>
    [
        .. all.Where(static one => !one.IsAvailable && !one.Reason.StartsWith("FATHOM", StringComparison.Ordinal))
            .GroupBy(static one => one.Reason).Select(static group => Sentence([.. group.Select(static one => one.Name).Distinct()], group.Key)),
    ];

    /// <summary>Which packages are used in place of wanted ones, a sentence for each.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="restored">The list of packages that the restore of a program left.</param>
    public static IReadOnlyList<string> Substituted(IReadOnlyList<OfferedSerializer> all, Func<BuiltProgram, string> restored) =>
    [
        .. all.Where(static one => one.IsAvailable).GroupBy(one => restored(one.Program))
            .SelectMany(static program => PackageSubstitutes.Read(program.Key).Select(clause => (clause, Name: program.First().Name)))
            .GroupBy(static one => one.clause).Select(static group => $"{Names([.. group.Select(static one => one.Name).Distinct()])}: {group.Key}"),
    ];

    // NU: a package that does not restore. FATHOM: not compiled ahead of time. Otherwise than the usual way nothing is promised to build.
    private static bool IsOfMachine(OfferedSerializer one) =>
        one.Reason.StartsWith("NU", StringComparison.Ordinal) || one.Reason.StartsWith("FATHOM", StringComparison.Ordinal) || one.Program.Target.IsPublished || one.Name == NativeEmptyProgram.Name;

    private static string Sentence(string[] names, string reason) => $"{Names(names)} {(names.Length == 1 ? "is" : "are")} not available: {reason}";

    private static string Names(string[] names) => names.Length <= MostNamed
        ? string.Join(", ", names)
        : string.Create(CultureInfo.InvariantCulture, $"{string.Join(", ", names[..(MostNamed - 1)])} and {names.Length - MostNamed + 1} others");

    private void Require(string[] offered)
    {
        if (plan.Names is not { } names)
            return;
        string[] known = [.. offered, NativeEmptyProgram.Name, .. plan.ListsLibraries ? withoutAdapter.Keys : []];
        foreach (Pattern pattern in names.Unmet(known))
            throw Unknown(pattern, known);
        if (!known.Any(name => names.Matches(name)))
            throw FathomException.Usage("'--serializer' leaves no serializer.", All);
    }

    private FathomException Unknown(Pattern pattern, string[] known)
    {
        if (withoutAdapter.FirstOrDefault(one => pattern.Matches(one.Key)) is { Key: { } library, Value: var reason })
            return FathomException.Usage($"'{library}' has no adapter: {reason}", "fathom serializers list shows what there is");
        string? near = NearMiss.Find(pattern.Text.Trim('*'), known);
        return FathomException.Usage($"No serializer is called '{pattern.Text}'.", near is null ? All : $"did you mean '{near}'? {All}");
    }
}
