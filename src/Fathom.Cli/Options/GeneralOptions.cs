using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Files;

namespace Fathom.Cli.Options;

/// <summary>The options that every command has.</summary>
internal sealed class GeneralOptions
{
    /// <summary>The word behind <c>--help</c> that asks for all of it.</summary>
    public const string WholeHelp = "all";

    /// <summary>The name of the option that lets others read what is written.</summary>
    public const string ReadableBy = "--readable-by";

    private readonly Switch _help = new("--help", "Shows the help; --help all shows all of it.", "-h");
    private readonly Switch _quiet = new("--quiet", "Writes only errors to standard error.", "-q");
    private readonly Switch _verbose = new("--verbose", "Shows the cause of errors.", "-v");
    private readonly Switch _noColor = new("--no-color", "Writes no colours. NO_COLOR and CI do the same.");
    private readonly Option<string?> _readableBy = OptionCatalog.Value(ReadableBy, "group|all", "Lets the group, or all users, read what is written; by default only its owner can.");

    /// <summary>Adds the options to a group of a command.</summary>
    public GeneralOptions(OptionGroup group) => group.Add(_help, _quiet, _verbose, _noColor, _readableBy);

    /// <summary>Whether help is asked for.</summary>
    public bool WantsHelp(ParseResult parsed) => _help.IsOn(parsed);

    /// <summary>Who may read what is written.</summary>
    /// <exception cref="FathomException">The word is no known one (<see cref="ExitCode.Usage"/>).</exception>
    public Readers ReadersOf(ParseResult parsed) => parsed.GetValue(_readableBy) switch
    {
        null => Readers.Owner,
        "group" => Readers.Group,
        "all" => Readers.All,
        var other => throw FathomException.Usage($"'{ReadableBy} {other}' is not possible.", $"{ReadableBy} group, {ReadableBy} all, or leave it out: then only the owner can read it"),
    };

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
