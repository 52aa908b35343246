using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Fathom.Formats.Csv;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>What the readers of file formats know, from the metadata of their assembly.</summary>
public sealed class FormatTests
{
    [Fact]
    public void Formats_know_of_Model_the_exception_for_the_user_only_and_of_Files_how_one_is_opened() =>
        Assert.Equal(["Fathom.Files.RegularFile", "Fathom.Model.FathomException"], TypesUsed().Where(type => type.StartsWith("Fathom.", StringComparison.Ordinal)));

    [Fact]
    public void Formats_know_no_process_no_machine_and_no_network() =>
        Assert.DoesNotContain(
            TypesUsed(),
            type => type.StartsWith("System.Diagnostics.Process", StringComparison.Ordinal) || type.StartsWith("System.Net.", StringComparison.Ordinal)
                || type is "System.Runtime.InteropServices.RuntimeInformation");

    private static string[] TypesUsed()
    {
        using FileStream file = File.OpenRead(typeof(CsvReader).Assembly.Location);
        using PEReader image = new(file);
        MetadataReader metadata = image.GetMetadataReader();
        return [.. metadata.TypeReferences.Select(metadata.GetTypeReference).Select(type => $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}").Order()];
    }
}
