using Fathom.Model.Results;
using Fathom.Model.Units;

namespace Fathom.Model.Conditions;

/// <summary>Numbers from a lowest to a highest one, both included: <c>10ms..2s</c>, <c>1MiB..</c>, <c>..5</c>, <c>3</c>.</summary>
/// <param name="Min">The lowest, in the base unit; null for no bound.</param>
/// <param name="Max">The highest, in the base unit; null for no bound.</param>
public readonly record struct NumberRange(decimal? Min, decimal? Max)
{
    private const string Between = "..";

    /// <summary>Reads a range.</summary>
    /// <param name="text">The range; a single number means exactly that number.</param>
    /// <param name="measure">What is measured; its units may stand behind the numbers.</param>
    /// <param name="where">Where the text stands, for the message.</param>
    /// <exception cref="FathomException">It is none, or its end lies before its start (<see cref="ExitCode.Usage"/>).</exception>
    public static NumberRange Parse(ReadOnlySpan<char> text, ColumnUnit measure, string where)
    {
        int between = text.IndexOf(Between);
        if (between < 0)
        {
            decimal number = Quantity.Parse(text, measure, where);
            return new NumberRange(number, number);
        }

        ReadOnlySpan<char> first = text[..between];
        ReadOnlySpan<char> last = text[(between + Between.Length)..];
        if (first.IsEmpty && last.IsEmpty)
            throw FathomException.Usage($"'..' {where} has neither a start nor an end.", "write 200.. for at least, ..200 for at most, or 100..200");
        NumberRange range = new(Bound(first, measure, where), Bound(last, measure, where));
        if (range.Min > range.Max)
            throw FathomException.Usage($"'{text}' {where} ends before it starts.", $"write {last}..{first}");
        return range;
    }

    /// <summary>Whether a whole number lies in the range.</summary>
    public bool Contains(long number) => (Min is not { } min || number >= min) && (Max is not { } max || number <= max);

    /// <summary>Whether a real number lies in the range; "not a number" never does.</summary>
    public bool Contains(double number) =>
        !double.IsNaN(number) && (Min is not { } min || number >= (double)min) && (Max is not { } max || number <= (double)max);

    private static decimal? Bound(ReadOnlySpan<char> text, ColumnUnit measure, string where) =>
        text.IsEmpty ? null : Quantity.Parse(text, measure, where);
}
