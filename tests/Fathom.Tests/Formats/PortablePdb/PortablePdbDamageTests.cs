using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Text;
using Fathom.Formats.PortablePdb;
using Xunit;

namespace Fathom.Tests.Formats.PortablePdb;

/// <summary>Files that are damaged, or made to do harm: what makes no sense has no line, and no more.</summary>
public sealed class PortablePdbDamageTests
{
    private const uint FirstMethod = 0x0600_0001;
    private const int Rounds = 300;

    [Fact]
    public void A_cut_file_is_none_or_has_lines_in_what_is_left()
    {
        byte[] whole = OwnPdb.Bytes;
        Random random = new(1);
        Assert.Null(PortablePdbFile.TryRead([]));
        for (int i = 0; i < Rounds; i++)
            Use(whole[..random.Next(i < Rounds / 2 ? whole.Length : 4096)]);
    }

    [Fact]
    public void Changed_bytes_end_in_no_line()
    {
        byte[] whole = OwnPdb.Bytes;
        Random random = new(2);
        for (int i = 0; i < Rounds; i++)
        {
            byte[] bytes = [.. whole];
            for (int changes = random.Next(1, 40); changes > 0; changes--)
                bytes[random.Next(i % 2 == 0 ? 2048 : bytes.Length)] = (byte)random.Next(256);
            Use(bytes);
        }
    }

    [Fact]
    public void Another_kind_of_file_is_none() =>
        Assert.All((byte[][])["Microsoft C/C++ MSF 7.00\r\n"u8.ToArray(), File.ReadAllBytes(OwnPdb.AssemblyPath), new byte[64]], bytes => Assert.Null(PortablePdbFile.TryRead(bytes)));

    [Fact]
    public void A_name_that_few_bytes_make_very_long_is_left_out()
    {
        using PortablePdbFile usual = PortablePdbFile.TryRead(Made(parts: 3).Pdb)!, endless = PortablePdbFile.TryRead(Made(parts: 50_000).Pdb)!;

        Assert.Equal("/" + string.Join('/', Enumerable.Repeat(new string('x', 1000), 3)), usual.Find(FirstMethod, 0)?.Document.Path);
        Assert.Null(endless.Find(FirstMethod, 0));
    }

    [Fact]
    public void A_pdb_in_the_assembly_is_unpacked_up_to_a_size()
    {
        (byte[] pdb, byte[] assembly) = Made(parts: 1);

        using MemoryStream stream = new(assembly);
        AssemblyDebug whole = AssemblyDebug.TryRead(stream, pdb.Length)!;
        using PortablePdbFile embedded = PortablePdbFile.TryRead(whole.Embedded!)!;
        Assert.Equal((whole.Id, whole.Stamp, 7), (embedded.Id, embedded.Stamp, embedded.Find(FirstMethod, 0)?.Line));
        Assert.Null(AssemblyDebug.TryRead(stream, pdb.Length - 1)!.Embedded);
        using MemoryStream objectFile = new([0x4c, 0x01, 0, 0, .. new byte[60]]);
        Assert.Null(AssemblyDebug.TryRead(objectFile, pdb.Length));
    }

    [Fact]
    public void A_damaged_assembly_has_nothing_or_what_is_left()
    {
        byte[] whole = Made(parts: 1).Assembly;
        Random random = new(3);
        for (int i = 0; i < Rounds; i++)
        {
            byte[] bytes = random.Next(2) == 0 ? whole[..random.Next(whole.Length)] : [.. whole];
            for (int changes = bytes.Length == 0 ? 0 : random.Next(1, 8); changes > 0; changes--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            using MemoryStream stream = new(bytes);
            if (AssemblyDebug.TryRead(stream, 1 << 16)?.Embedded is { } embedded)
                Use(embedded);
        }
    }

    private static void Use(byte[] bytes)
    {
        using PortablePdbFile? pdb = PortablePdbFile.TryRead(bytes);
        for (uint token = FirstMethod; pdb is not null && token < FirstMethod + 200; token++)
            _ = pdb.Find(token, 20);
    }

    // An assembly with one method whose only statement is in line 7 of a file; its path consists of parts of 1,000 characters.
    private static (byte[] Pdb, byte[] Assembly) Made(int parts)
    {
        MetadataBuilder metadata = new();
        metadata.AddModule(0, metadata.GetOrAddString("m.dll"), metadata.GetOrAddGuid(Guid.NewGuid()), default, default);
        metadata.AddAssembly(metadata.GetOrAddString("m"), new Version(1, 0), default, default, default, AssemblyHashAlgorithm.Sha1);
        metadata.AddTypeDefinition(default, default, metadata.GetOrAddString("<Module>"), default, MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(1));
        BlobBuilder code = new();
        InstructionEncoder il = new(new BlobBuilder());
        il.OpCode(ILOpCode.Ret);
        int body = new MethodBodyStreamEncoder(code).AddMethodBody(il);
        BlobBuilder signature = new();
        new BlobEncoder(signature).MethodSignature().Parameters(0, static result => result.Void(), static _ => { });
        metadata.AddMethodDefinition(
            MethodAttributes.Static, MethodImplAttributes.IL, metadata.GetOrAddString("M"), metadata.GetOrAddBlob(signature), body, MetadataTokens.ParameterHandle(1));

        MetadataBuilder lines = new();
        BlobHandle part = lines.GetOrAddBlob(Encoding.UTF8.GetBytes(new string('x', 1000)));
        BlobBuilder name = new();
        name.WriteByte((byte)'/');
        name.WriteCompressedInteger(0);
        for (int i = 0; i < parts; i++)
            name.WriteCompressedInteger(MetadataTokens.GetHeapOffset(part));
        DocumentHandle document = lines.AddDocument(lines.GetOrAddBlob(name), default, default, default);
        // No local variables; offset 0; 0 lines and 4 columns long; line 7, column 1.
        BlobBuilder points = new();
        points.WriteCompressedInteger(0);
        points.WriteCompressedInteger(0);
        points.WriteCompressedInteger(0);
        points.WriteCompressedInteger(4);
        points.WriteCompressedInteger(7);
        points.WriteCompressedInteger(1);
        lines.AddMethodDebugInformation(document, lines.GetOrAddBlob(points));
        PortablePdbBuilder pdb = new(lines, metadata.GetRowCounts(), default);
        BlobBuilder content = new();
        BlobContentId id = pdb.Serialize(content);

        DebugDirectoryBuilder debug = new();
        debug.AddCodeViewEntry("m.pdb", id, pdb.FormatVersion);
        debug.AddEmbeddedPortablePdbEntry(content, pdb.FormatVersion);
        BlobBuilder image = new();
        new ManagedPEBuilder(PEHeaderBuilder.CreateLibraryHeader(), new MetadataRootBuilder(metadata), code, debugDirectoryBuilder: debug).Serialize(image);
        return (content.ToArray(), image.ToArray());
    }
}
