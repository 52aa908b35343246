namespace Fathom.Cli.Verbs;

/// <summary>A verb as the help lists it. The command behind it is built only when it is asked for, which keeps the start quick.</summary>
/// <param name="Name">The word on the command line.</param>
/// <param name="Group">Where the help lists it.</param>
/// <param name="Summary">One sentence.</param>
/// <param name="Create">Builds the command.</param>
/// <param name="UsesDatabase">Whether the database is certain to be used: it is opened before the command line is read.</param>
internal sealed record Verb(string Name, VerbGroup Group, string Summary, Func<FathomCommand> Create, bool UsesDatabase = false)
{
    /// <summary>Another word for it, or null.</summary>
    public string? Alias { get; init; }
}
