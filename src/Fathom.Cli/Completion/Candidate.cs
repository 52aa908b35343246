namespace Fathom.Cli.Completion;

/// <summary>A word that may stand next on a command line.</summary>
/// <param name="Word">The word.</param>
/// <param name="Meaning">What it is, for shells that show it.</param>
internal readonly record struct Candidate(string Word, string Meaning);
