using System.Globalization;

namespace Fathom.Cli.Options;

/// <summary>A number on the command line that must lie between bounds.</summary>
internal static class NumberText
{
    /// <summary>Reads the value of an option.</summary>
    /// <param name="option">Its name.</param>
    /// <param name="text">Its value; null where it was not given.</param>
    /// <param name="least">The least value.</param>
    /// <param name="most">The largest value.</param>
    /// <param name="otherwise">The value where it was not given.</param>
    /// <exception cref="FathomException">It is no number between the bounds.</exception>
    public static int Parse(string option, string? text, int least, int most, int otherwise)
    {
        if (text is null)
            return otherwise;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= least && number <= most)
            return number;
        throw FathomException.Usage($"'{text}' in '{option} {text}' is not a number from {least} to {most}.", $"{option} {Math.Clamp(100, least, most)}");
    }
}
