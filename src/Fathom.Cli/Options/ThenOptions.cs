using System.CommandLine;
using Fathom.Capture.Actions;

namespace Fathom.Cli.Options;

/// <summary>The option that says what is done when a condition is met.</summary>
internal static class ThenOptions
{
    /// <summary><c>--then</c>; read it with <see cref="Read"/>.</summary>
    /// <param name="usual">What is done without it, for the help.</param>
    public static Option<string[]> Then(string usual) => OptionCatalog.Values(
        "--then", "ACTION",
        $"What is done then: dump, snapshot (of the heap), stacks, recording, 'exec COMMAND'; {usual}. Several are possible.");

    /// <summary>What is done; empty where nothing was said.</summary>
    /// <param name="option">The option.</param>
    /// <param name="parsed">The command line.</param>
    /// <param name="hasCondition">Whether anything is waited for.</param>
    /// <exception cref="FathomException">A value is wrong, or has no use beside the others.</exception>
    public static IReadOnlyList<ThenAction> Read(Option<string[]> option, ParseResult parsed, bool hasCondition)
    {
        string[] texts = parsed.GetValue(option) ?? [];
        if (texts.Length > 0 && !hasCondition)
        {
            throw FathomException.Usage(
                $"'{option.Name} {texts[0]}' needs a condition.", $"--when cpu_percent=80.. {option.Name} {texts[0]}");
        }

        return ThenAction.Parse(option.Name, texts);
    }
}
