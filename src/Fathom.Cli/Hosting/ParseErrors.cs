using System.CommandLine;
using System.CommandLine.Parsing;
using Fathom.Cli.Help;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Hosting;

/// <summary>Turns what the parser found wrong into one sentence and one next step.</summary>
internal static class ParseErrors
{
    /// <summary>Throws the first error of a parse, if there is one.</summary>
    /// <param name="args">What was parsed.</param>
    /// <param name="parsed">The result.</param>
    /// <param name="command">The command that it leads to.</param>
    /// <exception cref="FathomException">The command line is wrong.</exception>
    public static void Check(string[] args, ParseResult parsed, FathomCommand command)
    {
        string path = $"fathom {CommandPath.Of(parsed)}";
        string help = $"{path} --help";
        CheckOptions(args, command, path, help);
        if (parsed.UnmatchedTokens.Count > 0 && MistypedView.Of(parsed, command) is { } mistyped)
            throw mistyped;
        foreach (string token in parsed.UnmatchedTokens)
            throw FathomException.Usage($"'{path}' does not expect '{token}'.", help);
        if (parsed.Errors.Count == 0)
            return;
        bool isMissing = parsed.Errors[0].SymbolResult is not OptionResult && MissingArgument(parsed, command) is not null;
        throw FathomException.Usage(Describe(parsed.Errors[0], parsed, command, path), isMissing ? command.NextStep ?? help : help);
    }

    private static string Describe(ParseError error, ParseResult parsed, FathomCommand command, string path) => error.SymbolResult switch
    {
        OptionResult { Tokens.Count: 0 } option => $"'{option.IdentifierToken?.Value}' of '{path}' needs a value: {option.Option.HelpName}.",
        OptionResult option => $"'{option.IdentifierToken?.Value}' of '{path}' was given more than once.",
        _ when MissingArgument(parsed, command) is { } missing => $"'{path}' needs {missing}.",
        _ => error.Message,
    };

    // The parser takes an unknown option for an argument where one may follow, and the value of a switch too.
    private static void CheckOptions(string[] args, FathomCommand command, string path, string help)
    {
        bool isValue = false;
        foreach (string arg in args)
        {
            if (arg == "--")
                return;
            if (isValue || arg.Length < 2 || arg[0] != '-')
            {
                isValue = false;
                continue;
            }

            int end = arg.AsSpan().IndexOfAny('=', ':');
            string name = end < 0 ? arg : arg[..end];
            Option? known = command.Options.FirstOrDefault(option => option.Name == name || option.Aliases.Contains(name));
            if (known is null)
                throw UnknownOption(name, command, path, help);
            if (end >= 0 && known.Arity.MaximumNumberOfValues == 0)
                throw FathomException.Usage($"'{name}' of '{path}' takes no value, but was given '{arg[(end + 1)..]}'.", help);
            isValue = end < 0 && known.Arity.MinimumNumberOfValues > 0;
        }
    }

    private static FathomException UnknownOption(string name, FathomCommand command, string path, string help)
    {
        string? near = NearMiss.Find(name, command.Options.Select(option => option.Name));
        return FathomException.Usage($"'{path}' has no option '{name}'.", near is null ? help : $"did you mean '{near}'? '{help}' lists the options");
    }

    private static string? MissingArgument(ParseResult parsed, FathomCommand command)
    {
        foreach (Argument argument in command.Arguments)
        {
            if (parsed.GetResult(argument) is not { Tokens.Count: > 0 } && argument.Arity.MinimumNumberOfValues > 0)
                return OptionText.NameOf(argument);
        }

        return null;
    }
}
