namespace Fathom.Cli.Frame;

/// <summary>How much is said on standard error beside errors.</summary>
internal enum Verbosity
{
    /// <summary><c>-q</c>: errors, broken limits and losses only.</summary>
    Quiet,

    /// <summary>Progress, notes and hints.</summary>
    Normal,

    /// <summary><c>-v</c>: the causes of errors too.</summary>
    Detailed,
}
