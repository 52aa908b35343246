using System.Text;
using Fathom.Serializers.Facts;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>What a package says of itself, whole and damaged.</summary>
public sealed class PackageMetadataTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // Its author signs first and the registry when it publishes; both have time stamps.
    [Fact]
    public void The_last_signature_tells_the_day()
    {
        RestoredPackage package = Create(new DateOnly(2026, 8, 22));
        package.Sign("260822154138Z", "260908192138Z", "260822154139Z");

        Assert.Equal(new PackageMetadata("1.2.3", new DateOnly(2026, 9, 8), "signature of the package"), PackageMetadata.Read(package.Assets, "my.library"));
    }

    [Theory]
    [InlineData("269922154138Z")]
    [InlineData("2608")]
    [InlineData("")]
    public void A_signature_without_a_time_leaves_the_day_to_the_nuspec(string time)
    {
        RestoredPackage package = Create(new DateOnly(2024, 12, 23));
        package.Sign(time);

        Assert.Equal(new PackageMetadata("1.2.3", new DateOnly(2024, 12, 23), "time of the .nuspec in the package"), PackageMetadata.Read(package.Assets, "My.Library"));
    }

    [Fact]
    public void A_time_before_there_were_packages_is_no_day()
    {
        RestoredPackage package = Create(new DateOnly(1980, 1, 1));

        Assert.Equal(new PackageMetadata("1.2.3", null, "none: not signed, and its .nuspec is dated 1980-01-01"), PackageMetadata.Read(package.Assets, "My.Library"));
    }

    [Theory]
    [InlineData("<license type=\"expression\">MIT OR Apache-2.0</license><licenseUrl>https://licenses.nuget.org/MIT</licenseUrl>", "MIT OR Apache-2.0")]
    [InlineData("<license type=\"file\">docs/LICENSE.md</license><licenseUrl>https://aka.ms/deprecateLicenseUrl</licenseUrl>", "file docs/LICENSE.md")]
    [InlineData("<licenseUrl>https://example.org/licence</licenseUrl>", "https://example.org/licence")]
    [InlineData("<license type=\"expression\"></license>", null)]
    [InlineData("", null)]
    public void The_nuspec_tells_the_licence(string terms, string? licence)
    {
        RestoredPackage package = RestoredPackage.Create(_folder, "My.Library", "1.2.3", new DateOnly(2026, 8, 22), terms);

        Assert.Equal(licence is null ? null : new Licence(licence, "nuspec of My.Library 1.2.3"), PackageMetadata.Read(package.Assets, "my.library")!.Licence);
    }

    [Fact]
    public void Without_its_nuspec_a_package_has_no_day_and_the_version_of_the_restore()
    {
        RestoredPackage package = Create(new DateOnly(2026, 8, 22));
        File.Delete(package.Nuspec);

        Assert.Equal(new PackageMetadata("1.2.3", null, "none: the package has no .nuspec"), PackageMetadata.Read(package.Assets, "My.Library"));

        Directory.Delete(package.Folder, recursive: true);
        Assert.Equal(new PackageMetadata("1.2.3", null, "none: the folder of the package is gone"), PackageMetadata.Read(package.Assets, "My.Library"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("<package><metadata><version>9.9")]
    [InlineData("\0\0\0\0")]
    public void A_damaged_nuspec_is_said(string text)
    {
        RestoredPackage package = Create(new DateOnly(2026, 8, 22));
        File.WriteAllText(package.Nuspec, text);

        Assert.Equal(new PackageMetadata("1.2.3", null, "none: the .nuspec of the package cannot be read (XmlException)"), PackageMetadata.Read(package.Assets, "My.Library"));
    }

    [Fact]
    public void What_was_not_restored_is_no_package()
    {
        RestoredPackage package = Create(new DateOnly(2026, 8, 22));

        Assert.Null(PackageMetadata.Read(package.Assets, "Other.Library"));
        Assert.Null(PackageMetadata.Read(_folder.File("none.json"), "My.Library"));
    }

    // A restore that was killed leaves half a file.
    [Fact]
    public void A_list_of_packages_that_ends_early_is_said_wherever_it_ends()
    {
        RestoredPackage package = Create(new DateOnly(2026, 8, 22));
        byte[] whole = Encoding.UTF8.GetBytes(File.ReadAllText(package.Assets).TrimEnd());
        for (int length = 0; length < whole.Length; length++)
        {
            File.WriteAllBytes(package.Assets, whole[..length]);

            Assert.StartsWith("none: the list of restored packages cannot be read (", PackageMetadata.Read(package.Assets, "My.Library")!.Source, StringComparison.Ordinal);
        }

        File.WriteAllText(package.Assets, "{}");
        Assert.Equal("none: the list of restored packages cannot be read (KeyNotFoundException)", PackageMetadata.Read(package.Assets, "My.Library")!.Source);
    }

    private RestoredPackage Create(DateOnly packed) => RestoredPackage.Create(_folder, "My.Library", "1.2.3", packed);
}
