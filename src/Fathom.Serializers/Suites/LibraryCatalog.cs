using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Serializers.Facts;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Suites;

/// <summary>Writes down what is known of the libraries: of those that programs use, and of those without adapter.</summary>
/// <param name="facts">The dated facts; null where there are none.</param>
/// <param name="restored">The list of packages that the restore of a program left.</param>
/// <param name="today">The day that they are judged for.</param>
public sealed class LibraryCatalog(FactsFile? facts, Func<BuiltProgram, string> restored, DateOnly today)
{
    private const string InBox = "in box";

    /// <summary>Libraries that are known and have no adapter, with the reason.</summary>
    public IReadOnlyDictionary<string, string> WithoutAdapter { get; } =
        facts?.Libraries.Where(static one => one.NoAdapterBecause.Length > 0).DistinctBy(static one => one.Library).ToDictionary(static one => one.Library, static one => one.NoAdapterBecause) ?? [];

    /// <summary>Writes a row per program that offers serializers, and per library without adapter.</summary>
    /// <param name="all">What the programs offer.</param>
    /// <param name="takes">Whether a name is wanted.</param>
    /// <param name="to">Takes the rows.</param>
    public void Write(IReadOnlyList<OfferedSerializer> all, Func<string, bool> takes, IRecordingSink to)
    {
        List<SerializerLibraryRow> rows = [];
        foreach (IGrouping<string, OfferedSerializer> program in all.GroupBy(static one => one.Program.Label, StringComparer.Ordinal))
        {
            // An adapter from outside may have the name of a folder here, and is another program all the same.
            ProgramProject project = program.First().Program.Project;
            LibraryFacts? known = project.IsOwn ? null : facts?.Libraries.FirstOrDefault(one => one.Program == project.Name);
            // A program that could not be asked, and of which nothing is known, has no library to tell of; neither has a floor.
            OfferedSerializer? asked = program.FirstOrDefault(static one => one.Facts?.Text("role") == "serializer");
            if ((known?.Library ?? asked?.Facts?.Text("library")) is { Length: > 0 } library)
                rows.Add(Row((uint)rows.Count + 1, library, program.Key, known, Package(program, library), to.Ids));
        }

        foreach (LibraryFacts known in facts?.Libraries.Where(one => one.NoAdapterBecause.Length > 0 && takes(one.Library)) ?? [])
            rows.Add(Row((uint)rows.Count + 1, known.Library, "", known, null, to.Ids));
        to.Write<SerializerLibraryRow>(rows.ToArray());
    }

    // The program may be built for several runtimes, of which one restored.
    private PackageMetadata? Package(IEnumerable<OfferedSerializer> program, string library) => library == InBox
        ? null
        : program.Select(one => PackageMetadata.Read(restored(one.Program), library)).FirstOrDefault(static package => package is not null);

    private SerializerLibraryRow Row(uint id, string library, string program, LibraryFacts? known, PackageMetadata? package, Interner ids)
    {
        MaintenanceJudgement judgement = (known, library, facts) switch
        {
            (null, InBox, _) => MaintenanceRule.InTheBox,
            (_, _, null) => new MaintenanceJudgement(MaintenanceState.Unknown, $"there is no {FactsFile.Name} next to the programs"),
            _ => MaintenanceRule.Judge(known, package?.Released, facts.CopiesReachTo, today),
        };
        Licence? licence = package?.Licence ?? (library == InBox ? facts?.InBoxLicence : known?.Licence);
        string source = licence is null || licence == package?.Licence ? "" : $"{FactsFile.Name}: ";
        return new SerializerLibraryRow(
            id, ids.Text(library), Text(program), Text(known?.Repository), Text(package?.Version), Day(package?.Released), Text(package?.Source),
            Text(known?.LastRelease), Day(known?.LastReleaseDate), Day(known?.LastCommitDate), Day(known?.LastProductCommitDate), known is { IsArchived: true } ? 1 : 0,
            Text(known?.Statement), Text(known?.StatementSource), judgement.State == MaintenanceState.InTheBox ? TextId.None : Day(facts?.CopiesReachTo),
            ids.Text(judgement.StateName), ids.Text(judgement.Reason), Day(known?.VerifiedOn), Text(known?.VerifiedWith), Text(known?.NoAdapterBecause),
            Text(licence?.Name), Text(licence is null ? null : source + licence.Source));

        TextId Text(string? text) => string.IsNullOrEmpty(text) ? TextId.None : ids.Text(text);

        TextId Day(DateOnly? day) => Text(day?.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
    }
}
