using System.Text;
using System.Text.Json;
using Fathom.TestSupport;

namespace Fathom.Tests.Serializers;

/// <summary>A package folder as NuGet leaves it, with the list that a restore writes. Made in a folder of the test.</summary>
/// <param name="Folder">Where the package is.</param>
/// <param name="Assets">The list of restored packages.</param>
internal sealed record RestoredPackage(string Folder, string Assets)
{
    /// <summary>The .nuspec.</summary>
    public string Nuspec => Directory.EnumerateFiles(Folder, "*.nuspec").Single();

    /// <summary>Makes one with a .nuspec of a day.</summary>
    public static RestoredPackage Create(TestFolder folder, string id, string version, DateOnly packed, string terms = "")
    {
        string packages = folder.File("packages"), path = $"{id.ToLowerInvariant()}/{version}", place = Path.Combine(packages, path);
        Directory.CreateDirectory(place);
        string assets = folder.File($"{id}.assets.json");
        File.WriteAllText(
            assets,
            $$"""
            { "version": 3, "libraries": { "Another/1.0.0": { "type": "package", "path": "another/1.0.0" }, "{{id}}/{{version}}": { "type": "package", "path": "{{path}}" } },
              "packageFolders": { "/nowhere/": {}, "{{JsonEncodedText.Encode(packages + "/")}}": {} } }
            """);
        RestoredPackage package = new(place, assets);
        string nuspec = Path.Combine(place, $"{id.ToLowerInvariant()}.nuspec");
        File.WriteAllText(
            nuspec,
            $"<?xml version=\"1.0\"?><package xmlns=\"http://schemas.microsoft.com/packaging/2012/06/nuspec.xsd\"><metadata><id>{id}</id><version>{version}</version>{terms}</metadata></package>");
        File.SetLastWriteTimeUtc(nuspec, packed.ToDateTime(new TimeOnly(12, 0), DateTimeKind.Utc));
        return package;
    }

    /// <summary>Signs it: bytes that hold the given times as the attribute signingTime does.</summary>
    public void Sign(params string[] times)
    {
        byte[] attribute = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x05, 0x31, 0x0f, 0x17, 0x0d];
        File.WriteAllBytes(Path.Combine(Folder, ".signature.p7s"), [0x30, 0x82, .. times.SelectMany(time => (byte[])[0x00, .. attribute, .. Encoding.ASCII.GetBytes(time), 0xff])]);
    }
}
