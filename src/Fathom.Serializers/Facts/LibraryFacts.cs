namespace Fathom.Serializers.Facts;

/// <summary>What is known of a library that its package does not tell.</summary>
/// <param name="Library">The name of its package.</param>
/// <param name="Program">The folder of the program that measures it; empty where there is no adapter.</param>
/// <param name="Repository">Where its source is.</param>
/// <param name="LastRelease">The last version that was released; empty where it is not known.</param>
/// <param name="LastReleaseDate">When.</param>
/// <param name="LastCommitDate">The newest commit.</param>
/// <param name="LastProductCommitDate">The newest commit that changed the library itself, its tests and documents apart.</param>
/// <param name="IsArchived">Whether its author closed the repository.</param>
/// <param name="Statement">The author's words that it should no longer be used or is not maintained; empty where there are none.</param>
/// <param name="StatementSource">Where they are written.</param>
/// <param name="VerifiedOn">When the adapter was verified, where the package is not available everywhere; null for the others.</param>
/// <param name="VerifiedWith">Which version it was verified with; empty for the others.</param>
/// <param name="NoAdapterBecause">Why there is no adapter; empty where there is one.</param>
public sealed record LibraryFacts(
    string Library,
    string Program,
    string Repository,
    string LastRelease,
    DateOnly? LastReleaseDate,
    DateOnly? LastCommitDate,
    DateOnly? LastProductCommitDate,
    bool IsArchived,
    string Statement,
    string StatementSource,
    DateOnly? VerifiedOn,
    string VerifiedWith,
    string NoAdapterBecause)
{
    /// <summary>Its licence, as <c>eng/serializer-licences</c> read it; null where the file has none.</summary>
    public Licence? Licence { get; init; }
}
