using System.Globalization;
using System.Text;
using Fathom.Files;

namespace Fathom.Serializers.Facts;

/// <summary>
/// The signature in a package. It holds the times of its author's signature, of the registry's, and of the time stamps of both; the registry signs what it
/// publishes. Nothing is verified here: NuGet did that when it restored the package.
/// </summary>
internal static class PackageSignature
{
    /// <summary>The name of its file in the folder of a package.</summary>
    public const string Name = ".signature.p7s";

    private const string TimeFormat = "yyMMddHHmmss'Z'";

    // The attribute signingTime (1.2.840.113549.1.9.5): its name, then a set of one UTCTime with 13 characters.
    private static ReadOnlySpan<byte> SigningTime => [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x05, 0x31, 0x0f, 0x17, 0x0d];

    /// <summary>The day of the last signature.</summary>
    /// <param name="file">The signature.</param>
    /// <returns>The day; null where there is no signature, or none with a time.</returns>
    public static DateOnly? SignedOn(string file)
    {
        if (!File.Exists(file))
            return null;
        ReadOnlySpan<byte> rest = RegularFile.ReadAllBytes(file);
        DateTime? last = null;
        for (int at = rest.IndexOf(SigningTime); at >= 0; at = rest.IndexOf(SigningTime))
        {
            rest = rest[(at + SigningTime.Length)..];
            if (rest.Length >= 13 && DateTime.TryParseExact(Encoding.ASCII.GetString(rest[..13]), TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out DateTime time)
                && (last is null || time > last))
                last = time;
        }

        return last is { } day ? DateOnly.FromDateTime(day) : null;
    }
}
