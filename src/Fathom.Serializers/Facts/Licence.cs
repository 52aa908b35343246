using System.Xml.Linq;

namespace Fathom.Serializers.Facts;

/// <summary>The licence of a library.</summary>
/// <param name="Name">The expression, such as MIT; or the file or address that has its text. Empty where none is known.</param>
/// <param name="Source">Where it is written, or why none is known.</param>
public sealed record Licence(string Name, string Source)
{
    /// <summary>Reads what a .nuspec says: an expression, a file of the package, or in older ones an address.</summary>
    /// <param name="metadata">The element of that name.</param>
    /// <param name="package">Name and version of the package.</param>
    /// <returns>Null where it says nothing.</returns>
    internal static Licence? Of(XElement? metadata, string package)
    {
        string source = $"nuspec of {package}";
        if (Element(metadata, "license") is { Value.Length: > 0 } own)
            return new Licence((string?)own.Attribute("type") == "file" ? $"file {own.Value.Trim()}" : own.Value.Trim(), source);
        return Element(metadata, "licenseUrl") is { Value.Length: > 0 } address ? new Licence(address.Value.Trim(), source) : null;
    }

    // The namespace differs between generations of the format.
    private static XElement? Element(XElement? metadata, string name) => metadata?.Elements().FirstOrDefault(one => one.Name.LocalName == name);
}
