using Fathom.Cli.Output;

namespace Fathom.Cli.Verbs;

/// <summary>A verb that answers with a result. What follows from it says where the result comes from.</summary>
/// <param name="name">The word on the command line.</param>
/// <param name="summary">One sentence for the help.</param>
internal abstract class AnswerCommand(string name, string summary) : FathomCommand(name, summary)
{
    private OutputOptions? _output;

    /// <summary>The options for the result.</summary>
    protected OutputOptions Output => _output ?? throw new InvalidOperationException($"'{Name}' has no options for its result.");

    /// <summary>Adds the options for the result.</summary>
    /// <param name="features">Those that work.</param>
    /// <param name="showsAll">Whether a table shows all rows by default.</param>
    protected void AddOutput(OutputFeatures features = OutputFeatures.View, bool showsAll = false) =>
        _output = showsAll ? new OutputOptions(this, features) { TopByDefault = null } : new OutputOptions(this, features);
}
