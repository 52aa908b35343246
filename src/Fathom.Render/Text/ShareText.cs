using System.Globalization;

namespace Fathom.Render.Text;

/// <summary>Shares in sentences.</summary>
internal static class ShareText
{
    private const double Least = 0.1;
    private const double Whole = 10;

    /// <summary>A share in percent: whole from ten on, with one digit below, and never 0 where there is something.</summary>
    public static string Of(double percent) =>
        percent is > 0 and < Least ? $"less than {Least.ToString(CultureInfo.InvariantCulture)} %"
        : string.Create(CultureInfo.InvariantCulture, $"{percent.ToString(percent < Whole ? "0.#" : "0", CultureInfo.InvariantCulture)} %");
}
