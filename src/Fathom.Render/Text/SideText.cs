using System.Globalization;

namespace Fathom.Render.Text;

/// <summary>What the line about a side of a comparison begins with: its letter, and when it was taken.</summary>
internal static class SideText
{
    /// <summary>"A, 2026-11-25 22:14:03 UTC: " and what follows.</summary>
    /// <param name="side">Its letter.</param>
    /// <param name="utc">When it was taken.</param>
    /// <param name="what">What it is.</param>
    public static string Of(char side, DateTimeOffset utc, string what) => string.Create(CultureInfo.InvariantCulture, $"{side}, {utc.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC: {what}");
}
