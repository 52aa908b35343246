using System.Globalization;

namespace Fathom.Cli.Options;

/// <summary>An address on the command line: hexadecimal, with or without 0x.</summary>
internal static class AddressText
{
    /// <summary>Reads the value of an option.</summary>
    /// <exception cref="FathomException">It is no address.</exception>
    public static ulong Parse(string option, string text)
    {
        ReadOnlySpan<char> digits = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text.AsSpan(2) : text;
        if (ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong address) && address <= long.MaxValue)
            return address;
        throw FathomException.Usage($"'{text}' in '{option} {text}' is not an address.", $"{option} 0x7f12a0003c50");
    }
}
