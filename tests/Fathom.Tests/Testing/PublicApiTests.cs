extern alias testing;

using System.Reflection;
using System.Xml.Linq;
using Fathom.TestSupport;
using Xunit;
using testing::Fathom.Testing;

namespace Fathom.Tests.Testing;

public sealed class PublicApiTests
{
    private static readonly Assembly s_assembly = typeof(MemoryLimit).Assembly;

    [Fact]
    public void The_public_surface_of_Fathom_Testing_is_what_was_reviewed() => Snapshot.Match(PublicApi.Of(s_assembly), "public-api.txt");

    [Fact]
    public void Every_public_type_has_its_documentation()
    {
        XDocument documentation = XDocument.Load(Path.ChangeExtension(s_assembly.Location, ".xml"));
        HashSet<string> documented = [.. documentation.Descendants("member").Where(m => m.Element("summary") is not null).Select(m => m.Attribute("name")!.Value)];

        Assert.All(s_assembly.GetExportedTypes(), type => Assert.Contains($"T:{type.FullName}", documented));
    }

    [Fact]
    public void It_references_Model_the_formats_and_the_framework_only() =>
        Assert.All(
            s_assembly.GetReferencedAssemblies(),
            reference => Assert.True(reference.Name is "Fathom.Model" or "Fathom.Files" or "Fathom.Formats" || reference.Name!.StartsWith("System.", StringComparison.Ordinal), reference.Name));
}
