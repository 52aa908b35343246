using System.CommandLine;

namespace Fathom.Cli.Options;

/// <summary>
/// An option without a value: it is given or it is not. It is declared as one of text, because every option is, and one more kind would be compiled
/// at run time by each command.
/// </summary>
internal sealed class Switch : Option<string?>
{
    public Switch(string name, string description, params string[] aliases)
        : base(name, aliases)
    {
        Description = description;
        Arity = ArgumentArity.Zero;
    }

    /// <summary>Whether the option was given.</summary>
    public bool IsOn(ParseResult parsed) => parsed.GetResult(this) is { Implicit: false };
}
