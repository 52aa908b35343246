using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using Fathom.Formats.ReadyToRun;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun;

/// <summary>The images of the runtime that runs the tests, beside what their headers say to another reader.</summary>
public sealed class InstalledReadyToRunTests
{
    private const int RuntimeFunctions = 102;

    public static TheoryData<string> Names =>
        [.. Directory.GetFiles(ReadyToRunFiles.RuntimeFolder, "*.dll").Where(IsCompiled).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Names))]
    public void Every_piece_of_code_belongs_to_a_method_with_a_name(string name)
    {
        byte[] content = File.ReadAllBytes(Path.Combine(ReadyToRunFiles.RuntimeFolder, name));
        using PEReader peer = new(new MemoryStream(content));

        ReadyToRunImage image = ReadyToRunFiles.Open(content);

        HashSet<uint> pieces = Pieces(peer);
        HashSet<uint> owners = [.. pieces.Select(piece => image.Find(piece)!.Value.Rva)];
        Assert.Equal(image.Methods.Select(method => method.Rva), owners.Order());
        Assert.All(image.Methods, method => Assert.Contains(method.Rva, pieces));
        uint end = 0;
        foreach (ReadyToRunMethod method in image.Methods)
        {
            Assert.InRange(method.Rva, end, uint.MaxValue);
            end = method.Rva + method.SizeBytes;
            Assert.Equal(method, image.Find(end - 1));
            SectionHeader section = peer.PEHeaders.SectionHeaders[peer.PEHeaders.GetContainingSectionIndex((int)method.Rva)];
            Assert.Equal(method.Rva, image.RvaOf((ulong)(method.Rva - section.VirtualAddress + section.PointerToRawData)));
            ReadyToRunMethodName called = image.NameOf(method);
            Assert.True(called.Type.Length > 0 && called.Parameters.StartsWith('(') && !called.FullName.Contains("!0x", StringComparison.Ordinal), called.FullName);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void The_identity_is_that_of_the_headers(string name)
    {
        byte[] content = File.ReadAllBytes(Path.Combine(ReadyToRunFiles.RuntimeFolder, name));
        using PEReader peer = new(new MemoryStream(content));
        MetadataReader metadata = peer.GetMetadataReader();

        ReadyToRunIdentity identity = ReadyToRunFiles.Open(content).Identity;

        Assert.Equal(metadata.GetGuid(metadata.GetModuleDefinition().Mvid), identity.Mvid);
        Assert.Equal((uint)peer.PEHeaders.CoffHeader.TimeDateStamp, identity.TimeStamp);
        Assert.Equal((uint)peer.PEHeaders.PEHeader!.SizeOfImage, identity.SizeOfImage);
        Assert.Equal(peer.ReadCodeViewDebugDirectoryData(peer.ReadDebugDirectory().First(entry => entry.Type == DebugDirectoryEntryType.CodeView)).Guid, identity.SymbolId);
    }

    [Fact]
    public void There_are_such_images() => Assert.True(Names.Count > 50, $"{Names.Count}");

    private static bool IsCompiled(string path)
    {
        using PEReader image = new(File.OpenRead(path));
        return image.HasMetadata && image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size > 0;
    }

    /// <summary>Where the pieces of code of an image begin.</summary>
    internal static HashSet<uint> Pieces(PEReader image)
    {
        BlobReader header = image.GetSectionData(image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.RelativeVirtualAddress).GetReader();
        header.ReadBytes(12);
        for (int sections = header.ReadInt32(); sections > 0; sections--)
        {
            (int kind, int rva, int size) = (header.ReadInt32(), header.ReadInt32(), header.ReadInt32());
            if (kind != RuntimeFunctions)
                continue;
            int entry = RuntimeInformation.ProcessArchitecture == System.Runtime.InteropServices.Architecture.X64 ? 12 : 8;
            BlobReader table = image.GetSectionData(rva).GetReader(0, size);
            HashSet<uint> pieces = [];
            for (; table.RemainingBytes >= entry; table.ReadBytes(entry - 4))
                pieces.Add(table.ReadUInt32());
            return pieces;
        }

        return [];
    }
}
