using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>The version resource of a mapped file, which Windows adds to a trace when it merges it.</summary>
/// <param name="File">The file version in numbers (<c>4.8.4110.0</c>); its text where the resource has no numbers.</param>
/// <param name="Product">Name of the product that it belongs to; empty where it tells none.</param>
/// <param name="ProductVersion">Version of that; empty where it tells none.</param>
public sealed record EtlFileVersion(string File, string Product, string ProductVersion)
{
    private const int LongestText = 256;

    /// <summary>Reads one.</summary>
    /// <param name="payload"><code>u32 size, u32 time stamp; texts: name, description, version, version in numbers, language, product, company, product version, …</code></param>
    /// <param name="file">Size and time stamp of the file, by which events about it name it too.</param>
    /// <returns>Null where it is short or says nothing.</returns>
    internal static EtlFileVersion? Read(ReadOnlySpan<byte> payload, out (uint Size, uint TimeStamp) file)
    {
        PayloadReader reader = new(payload, sizeof(uint));
        file = (reader.UInt32(), reader.UInt32());
        reader.Text();
        reader.Text();
        string text = Text(reader.Text()), numbers = Text(reader.Text());
        reader.Text();
        string product = Text(reader.Text());
        reader.Text();
        string productVersion = Text(reader.Text());
        string version = numbers.Length > 0 ? numbers : text;
        return reader.IsShort || version.Length + productVersion.Length == 0 ? null : new EtlFileVersion(version, product, productVersion);
    }

    private static string Text(ReadOnlySpan<char> text) => text[..Math.Min(LongestText, text.Length)].Trim().ToString();
}
