using System.Globalization;

namespace Fathom.Query.Time;

/// <summary>Amounts in sentences.</summary>
public static class AmountText
{
    /// <summary>A count and its noun, such as 1,204 lookups.</summary>
    /// <param name="count">How many.</param>
    /// <param name="noun">Of what, for one.</param>
    public static string Of(long count, string noun) => string.Create(CultureInfo.InvariantCulture, $"{count:#,##0} {noun}{(count == 1 ? "" : "s")}");

    /// <summary>Leads over from all to those that the rest of the sentence is about.</summary>
    /// <param name="some">How many these are.</param>
    /// <param name="all">How many there are.</param>
    public static string LeadOver(long some, long all) => some == all ? ":" : string.Create(CultureInfo.InvariantCulture, $", {some:#,##0} of them");
}
