using System.Globalization;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using Fathom.Files;

namespace Fathom.Serializers.Facts;

/// <summary>What the package that a program was built with says of itself. A package has no field for its release date: that is read from its signature.</summary>
/// <param name="Version">Its version.</param>
/// <param name="Released">Day of that version; null where the package does not tell.</param>
/// <param name="Source">What that day is from, or why there is none.</param>
public sealed record PackageMetadata(string Version, DateOnly? Released, string Source)
{
    /// <summary>Its licence; null where its .nuspec names none or cannot be read.</summary>
    public Licence? Licence { get; init; }

    // Tools that make the same bytes from the same sources write a time before NuGet existed.
    private static readonly DateOnly s_earliest = new(2010, 10, 1);

    /// <summary>Reads what a restore brought.</summary>
    /// <param name="assets">The list of packages that the restore of the program left.</param>
    /// <param name="id">The package.</param>
    /// <returns>The package; null where it was not restored.</returns>
    public static PackageMetadata? Read(string assets, string id)
    {
        if (!File.Exists(assets))
            return null;
        try
        {
            using JsonDocument list = JsonDocument.Parse(RegularFile.ReadAllBytes(assets));
            foreach (JsonProperty library in list.RootElement.GetProperty("libraries").EnumerateObject())
            {
                string[] name = library.Name.Split('/');
                if (name.Length == 2 && name[0].Equals(id, StringComparison.OrdinalIgnoreCase) && library.Value.GetProperty("path").GetString() is { } path)
                    return Read(list.RootElement.GetProperty("packageFolders").EnumerateObject().Select(folder => Path.Combine(folder.Name, path)), name[0], name[1]);
            }

            return null;
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException or JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return new PackageMetadata("", null, $"none: the list of restored packages cannot be read ({reason.GetType().Name})");
        }
    }

    private static PackageMetadata Read(IEnumerable<string> places, string id, string version)
    {
        if (places.FirstOrDefault(Directory.Exists) is not { } folder)
            return new PackageMetadata(version, null, "none: the folder of the package is gone");
        // NuGet writes it in small letters.
        string nuspec = Path.Combine(folder, $"{id.ToLowerInvariant()}.nuspec");
        try
        {
            XElement? metadata = XDocument.Load(nuspec).Descendants().FirstOrDefault(static element => element.Name.LocalName == "metadata");
            if (VersionOf(metadata) is { } own)
                version = own;
            Licence? licence = Licence.Of(metadata, $"{id} {version}");
            if (PackageSignature.SignedOn(Path.Combine(folder, PackageSignature.Name)) is { } signed)
                return new PackageMetadata(version, signed, "signature of the package") { Licence = licence };
            DateOnly packed = DateOnly.FromDateTime(File.GetLastWriteTimeUtc(nuspec));
            return packed >= s_earliest
                ? new PackageMetadata(version, packed, "time of the .nuspec in the package") { Licence = licence }
                : new PackageMetadata(version, null, $"none: not signed, and its .nuspec is dated {packed.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}") { Licence = licence };
        }
        catch (FileNotFoundException)
        {
            return new PackageMetadata(version, null, "none: the package has no .nuspec");
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException or XmlException)
        {
            return new PackageMetadata(version, null, $"none: the .nuspec of the package cannot be read ({reason.GetType().Name})");
        }
    }

    // The namespace differs between generations of the format.
    private static string? VersionOf(XElement? metadata) =>
        metadata?.Elements().FirstOrDefault(static element => element.Name.LocalName == "version")?.Value.Trim() is { Length: > 0 } version ? version : null;
}
