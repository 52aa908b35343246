using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>What is known of a library: from the package that its program uses, and from the dated facts file.</summary>
public readonly record struct SerializerLibraryRow(
    uint LibraryId,
    TextId Library,
    TextId Program,
    TextId Repository,
    TextId PackageVersion,
    TextId PackageDate,
    TextId PackageDateSource,
    TextId LastRelease,
    TextId LastReleaseDate,
    TextId LastCommitDate,
    TextId LastProductCommitDate,
    int IsArchived,
    TextId Statement,
    TextId StatementSource,
    TextId KnownUntil,
    TextId Maintenance,
    TextId MaintenanceReason,
    TextId VerifiedOn,
    TextId VerifiedWith,
    TextId NoAdapterBecause) : IRow<SerializerLibraryRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer_library",
        "serializers",
        "What is known of a library: from the package that its program uses, and from the dated facts file. Days are written as 2026-08-22.",
        [
            new("library_id", ColumnType.UInt32, "Number of the library, starting at 1."),
            new("library", ColumnType.Text, "Its package; \"in box\" for a part of the runtime."),
            new("program", ColumnType.Text, "The folder of the program that measures it, as in serializer; absent where there is no adapter.", Nullable: true),
            new("repository", ColumnType.Text, "Where its source is.", Nullable: true),
            new("package_version", ColumnType.Text, "Version of the package that the program was built with.", Nullable: true),
            new("package_date", ColumnType.Text, "Day of that version, from the package itself.", Nullable: true),
            new("package_date_source", ColumnType.Text, "What in the package that day is from, or why there is none.", Nullable: true),
            new("last_release", ColumnType.Text, "The newest version that the facts file knows.", Nullable: true),
            new("last_release_date", ColumnType.Text, "Day of that version.", Nullable: true),
            new("last_commit_date", ColumnType.Text, "Day of the newest commit that the facts file knows.", Nullable: true),
            new("last_product_commit_date", ColumnType.Text, "Day of the newest commit that changed the library itself, its tests and documents apart.", Nullable: true),
            new("is_archived", ColumnType.Int32, "1 when its author closed the repository."),
            new("statement", ColumnType.Text, "The author's own words that it should no longer be used or is not maintained.", Nullable: true),
            new("statement_source", ColumnType.Text, "Where they are written.", Nullable: true),
            new("known_until", ColumnType.Text, "The day that the facts file reaches to; what came after it is not known from there.", Nullable: true),
            new("maintenance", ColumnType.Text, "active, unclear (no change is known for a year, but the facts end before that year does), maintenance, in the box (follows .NET), or unknown."),
            new("maintenance_reason", ColumnType.Text, "The facts that this rests on, with their days."),
            new("verified_on", ColumnType.Text, "Day on which the adapter was verified of a library whose package is not available everywhere.", Nullable: true),
            new("verified_with", ColumnType.Text, "Version of the library that it was verified with.", Nullable: true),
            new("no_adapter_because", ColumnType.Text, "Why there is no adapter.", Nullable: true),
        ],
        ["library_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerLibraryRow> rows, in ColumnWriter to)
    {
        Span<uint> libraryId = to.Column<uint>(0);
        Span<TextId> library = to.Column<TextId>(1);
        Span<TextId> program = to.Column<TextId>(2);
        Span<TextId> repository = to.Column<TextId>(3);
        Span<TextId> packageVersion = to.Column<TextId>(4);
        Span<TextId> packageDate = to.Column<TextId>(5);
        Span<TextId> packageDateSource = to.Column<TextId>(6);
        Span<TextId> lastRelease = to.Column<TextId>(7);
        Span<TextId> lastReleaseDate = to.Column<TextId>(8);
        Span<TextId> lastCommitDate = to.Column<TextId>(9);
        Span<TextId> lastProductCommitDate = to.Column<TextId>(10);
        Span<int> isArchived = to.Column<int>(11);
        Span<TextId> statement = to.Column<TextId>(12);
        Span<TextId> statementSource = to.Column<TextId>(13);
        Span<TextId> knownUntil = to.Column<TextId>(14);
        Span<TextId> maintenance = to.Column<TextId>(15);
        Span<TextId> maintenanceReason = to.Column<TextId>(16);
        Span<TextId> verifiedOn = to.Column<TextId>(17);
        Span<TextId> verifiedWith = to.Column<TextId>(18);
        Span<TextId> noAdapterBecause = to.Column<TextId>(19);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerLibraryRow row = ref rows[i];
            libraryId[i] = row.LibraryId;
            library[i] = row.Library;
            program[i] = row.Program;
            repository[i] = row.Repository;
            packageVersion[i] = row.PackageVersion;
            packageDate[i] = row.PackageDate;
            packageDateSource[i] = row.PackageDateSource;
            lastRelease[i] = row.LastRelease;
            lastReleaseDate[i] = row.LastReleaseDate;
            lastCommitDate[i] = row.LastCommitDate;
            lastProductCommitDate[i] = row.LastProductCommitDate;
            isArchived[i] = row.IsArchived;
            statement[i] = row.Statement;
            statementSource[i] = row.StatementSource;
            knownUntil[i] = row.KnownUntil;
            maintenance[i] = row.Maintenance;
            maintenanceReason[i] = row.MaintenanceReason;
            verifiedOn[i] = row.VerifiedOn;
            verifiedWith[i] = row.VerifiedWith;
            noAdapterBecause[i] = row.NoAdapterBecause;
        }
    }
}
