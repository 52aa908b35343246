using System.CommandLine;
using Fathom.Cli.Frame;

namespace Fathom.Cli.Options;

/// <summary>The options that every command has.</summary>
internal sealed class GeneralOptions
{
    /// <summary>The word behind <c>--help</c> that asks for all of it.</summary>
    public const string WholeHelp = "all";

    private readonly Switch _help = new("--help", "Shows the help; --help all shows all of it.", "-h");
    private readonly Switch _quiet = new("--quiet", "Writes only errors to standard error.", "-q");
    private readonly Switch _verbose = new("--verbose", "Shows the cause of errors.", "-v");
    private readonly Switch _noColor = new("--no-color", "Writes no colours. NO_COLOR and CI do the same.");

    /// <summary>Adds the options to a group of a command.</summary>
    public GeneralOptions(OptionGroup group) => group.Add(_help, _quiet, _verbose, _noColor);

    /// <summary>Whether help is asked for.</summary>
    public bool WantsHelp(ParseResult parsed) => _help.IsOn(parsed);

    /// <summary>Whether the help that is asked for is all of it.</summary>
    public static bool WantsWholeHelp(string[] args) => Array.FindIndex(args, static arg => arg is "--help" or "-h") is >= 0 and var help && args.AsSpan(help + 1) is [WholeHelp, ..];

    /// <summary>
    /// Lets the context obey the options wherever they stand, before anything is parsed or said: the message about an unknown verb obeys them too.
    /// </summary>
    public static void Apply(string[] args, CommandContext context)
    {
        foreach (string arg in args)
        {
            switch (arg)
            {
                case "--":
                    return;
                case "-v" or "--verbose":
                    context.Verbosity = Verbosity.Detailed;
                    break;
                case "-q" or "--quiet":
                    context.Verbosity = Verbosity.Quiet;
                    break;
                case "--no-color":
                    context.WithoutColour();
                    break;
            }
        }
    }
}
