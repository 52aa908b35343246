using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>
/// What is known of a library: from the package that its program uses, and from the dated facts file. Days are written as 2026-08-22.
/// </summary>
[Table("serializer_library", "serializers", "library_id")]
public readonly partial record struct SerializerLibraryRow(
    [Column("Number of the library, starting at 1.")] uint LibraryId,
    [Column("Its package; \"in box\" for a part of the runtime.")] TextId Library,
    [Column("The folder of the program that measures it, as in serializer; absent where there is no adapter.", Nullable = true)] TextId Program,
    [Column("Where its source is.", Nullable = true)] TextId Repository,
    [Column("Version of the package that the program was built with.", Nullable = true)] TextId PackageVersion,
    [Column("Day of that version, from the package itself.", Nullable = true)] TextId PackageDate,
    [Column("Which part of the package gave that day, or why there is none.", Nullable = true)] TextId PackageDateSource,
    [Column("The newest version that the facts file knows.", Nullable = true)] TextId LastRelease,
    [Column("Day of that version.", Nullable = true)] TextId LastReleaseDate,
    [Column("Day of the newest commit that the facts file knows.", Nullable = true)] TextId LastCommitDate,
    [Column("Day of the newest commit that changed the library itself, its tests and documents apart.", Nullable = true)]
    TextId LastProductCommitDate,
    [Column("1 when its author closed the repository.")] int IsArchived,
    [Column("The author's own words that it should no longer be used or is not maintained.", Nullable = true)] TextId Statement,
    [Column("Where they are written.", Nullable = true)] TextId StatementSource,
    [Column("The day up to which the facts file is valid; what came later is not in it.", Nullable = true)] TextId KnownUntil,
    [Column("active, unclear (no change is known for a year, but the facts end before that year does), maintenance, in the box (follows .NET), or "
        + "unknown.")]
    TextId Maintenance,
    [Column("The facts that this is based on, with their days.")] TextId MaintenanceReason,
    [Column("Day on which the adapter was verified of a library whose package is not available everywhere.", Nullable = true)] TextId VerifiedOn,
    [Column("Version of the library that it was verified with.", Nullable = true)] TextId VerifiedWith,
    [Column("Why there is no adapter.", Nullable = true)] TextId NoAdapterBecause,
    [Column("Its licence: the expression in its .nuspec, or the file or address that this names.", Nullable = true)] TextId Licence,
    [Column("Where that is written, in the package that was restored or in the facts file; or why it is not known.", Nullable = true)] TextId LicenceSource);
