using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Model.Units;

/// <summary>Reads numbers with a unit behind them: <c>10ms</c>, <c>1.5MiB</c>, <c>-3</c>.</summary>
public static class Quantity
{
    private const NumberStyles Style = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint;

    /// <summary>Reads a number and converts it to the base unit of a measure. A number without a unit is in the base unit already.</summary>
    /// <param name="text">The number, with the unit directly behind it.</param>
    /// <param name="measure">What is measured; only its own units are taken.</param>
    /// <param name="where">Where the text stands, for the message: "in '--where size_bytes=1x..'".</param>
    /// <exception cref="FathomException">No number, one beyond all sense, or a unit that is unknown or measures something else (<see cref="ExitCode.Usage"/>).</exception>
    public static decimal Parse(ReadOnlySpan<char> text, ColumnUnit measure, string where)
    {
        if (measure == ColumnUnit.Address && text.StartsWith("0x", StringComparison.OrdinalIgnoreCase))
        {
            // Addresses are kept as numbers of 64 bits with a sign.
            return ulong.TryParse(text[2..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong address)
                ? (long)address
                : throw FathomException.Usage($"'{text}' {where} is not an address.", "write it as it is shown, such as 0x7f3d4c000028");
        }

        int digits = text.LastIndexOfAnyInRange('0', '9') + 1;
        ReadOnlySpan<char> unitName = text[digits..];
        if (!decimal.TryParse(text[..digits], Style, CultureInfo.InvariantCulture, out decimal number))
            throw FathomException.Usage($"'{text}' {where} is not a number.", $"write a number{Hint(measure)}");
        if (unitName.IsEmpty)
            return number;
        MeasureUnit? unit = MeasureUnit.Find(unitName);
        if (unit is null || unit.Measures != measure)
            throw FathomException.Usage($"'{unitName}' {where} is not a unit that fits here.", $"write a number{Hint(measure)}");
        try
        {
            return number * unit.Factor;
        }
        catch (OverflowException)
        {
            throw FathomException.Usage($"'{text}' {where} is too large.", "write a smaller number");
        }
    }

    private static string Hint(ColumnUnit measure) => measure switch
    {
        ColumnUnit.Bytes => $" of bytes, or one directly followed by a unit: {Names(measure)}",
        ColumnUnit.Nanoseconds => $" of nanoseconds, or one directly followed by a unit: {Names(measure)}",
        _ => " without a unit",
    };

    private static string Names(ColumnUnit measure) =>
        string.Join(' ', MeasureUnit.All.Where(unit => unit.Measures == measure).Select(unit => unit.Name));
}
