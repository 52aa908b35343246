namespace Fathom.Cli.Completion;

/// <summary>What may stand next on a command line.</summary>
/// <param name="Words">The words, those too that do not begin with what is typed.</param>
/// <param name="TakesFiles">Whether the name of a file may stand there.</param>
internal readonly record struct Candidates(IEnumerable<Candidate> Words, bool TakesFiles);
