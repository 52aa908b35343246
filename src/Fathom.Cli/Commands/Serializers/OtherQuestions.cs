using System.CommandLine;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>Options that have no meaning beside one that asks something else.</summary>
internal static class OtherQuestions
{
    /// <summary>Refuses them.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="asked">The option that asks something else.</param>
    /// <param name="others">Those without a meaning.</param>
    /// <exception cref="FathomException">One of them was given (<see cref="ExitCode.Usage"/>).</exception>
    public static void Refuse(ParseResult parsed, Option asked, ReadOnlySpan<Option> others)
    {
        foreach (Option other in others)
        {
            if (parsed.GetResult(other) is { Implicit: false })
                throw FathomException.Usage($"'{asked.Name}' cannot be combined with '{other.Name}': they answer different questions.", "leave one of them out");
        }
    }
}
