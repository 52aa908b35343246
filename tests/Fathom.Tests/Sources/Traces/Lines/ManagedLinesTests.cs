using System.Security.Cryptography;
using Fathom.Formats.PortablePdb;
using Fathom.Sources.Events.Maps;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PortablePdb;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Lines;

/// <summary>Lines of code, and each reason for which there is none.</summary>
public sealed class ManagedLinesTests : IDisposable
{
    private static readonly uint s_token = (uint)((Action)Known).Method.MetadataToken;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_pdb_beside_the_assembly_tells_the_line()
    {
        SourceLine line = Find(Module(OwnPdb.AssemblyPath), IlOffset.Prolog);

        Assert.Equal("ManagedLinesTests.cs", line.File);
        Assert.EndsWith("/ManagedLinesTests.cs", line.Path, StringComparison.Ordinal);
        Assert.True(line.Line > 1);
        // On a machine that built elsewhere, or with paths left out, the text is not known.
        Assert.Equal(File.Exists(line.Path), line.Text is not null);
        Assert.Equal(Find(Module(OwnPdb.AssemblyPath), IlOffset.Epilog).Line, Find(Module(OwnPdb.AssemblyPath), 100_000).Line);
    }

    [Fact]
    public void A_pdb_in_a_folder_of_symbols_is_found_by_its_name_and_by_its_id()
    {
        ManagedModule elsewhere = Module("/absent/Fathom.Tests.dll");
        Assert.Equal("no PDB of Fathom.Tests.dll was found in it, beside it or with --symbol-path", Find(elsewhere).Reason);

        File.Copy(OwnPdb.PdbPath, _folder.File("Fathom.Tests.pdb"));
        Assert.True(Find(elsewhere).Line > 0);

        string byId = _folder.File($"Fathom.Tests.pdb-folder/Fathom.Tests.pdb/{OwnPdb.Debug.Id:N}ffffffff/Fathom.Tests.pdb");
        Directory.CreateDirectory(Path.GetDirectoryName(byId)!);
        File.Copy(OwnPdb.PdbPath, byId);
        Assert.True(new ManagedLines([_folder.File("Fathom.Tests.pdb-folder")]).Of(elsewhere, s_token, 0).Line > 0);
    }

    [Fact]
    public void A_pdb_of_another_build_tells_nothing()
    {
        File.Copy(OwnPdb.AssemblyPath, _folder.File("Fathom.Tests.dll"));
        File.Copy(Path.ChangeExtension(typeof(SourceLine).Assembly.Location, ".pdb"), _folder.File("Fathom.Tests.pdb"));

        ManagedModule module = Module(_folder.File("Fathom.Tests.dll"));

        Assert.Equal(
            $"'{_folder.File("Fathom.Tests.pdb")}' is of another build than the Fathom.Tests.dll that ran",
            new ManagedLines([]).Of(module with { PdbPath = "/absent/Fathom.Tests.pdb" }, s_token, 0).Reason);
        // That at the path of the build is the right one.
        Assert.True(new ManagedLines([]).Of(module, s_token, 0).Line > 0 || !File.Exists(OwnPdb.Debug.Path));
    }

    [Fact]
    public void A_damaged_pdb_tells_nothing()
    {
        File.WriteAllBytes(_folder.File("Fathom.Tests.pdb"), OwnPdb.Bytes[..1000]);

        Assert.Equal($"'{_folder.File("Fathom.Tests.pdb")}' is damaged, too large, or not a portable PDB", Find(Module("/absent/Fathom.Tests.dll")).Reason);
    }

    [Fact]
    public void What_a_runtime_does_not_tell_has_a_reason()
    {
        ManagedLines lines = new([]);

        Assert.Equal("its module is not known, as of code that was made at run time", lines.Of(null, 0, 0).Reason);
        Assert.Equal("a.dll was built without a PDB, or its runtime does not tell which", lines.Of(new ManagedModule("a.dll", "/a.dll", Guid.Empty, ""), 1, 0).Reason);
        Assert.Equal("code that the compiler added for no line", Find(Module(OwnPdb.AssemblyPath), IlOffset.None).Reason);
        Assert.StartsWith("the PDB of Fathom.Tests.dll has no lines", lines.Of(Module(OwnPdb.AssemblyPath), 0x06ff_ffff, 0).Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(PdbChecksum.Sha1)]
    [InlineData(PdbChecksum.Sha256)]
    public void A_line_has_its_text_while_the_file_is_what_was_compiled(PdbChecksum algorithm)
    {
        string path = _folder.File("a.cs");
        byte[] content = "\uFEFFfirst\r\n\t  second  \n\u2028fourth"u8.ToArray();
        File.WriteAllBytes(path, content);
#pragma warning disable CA5350
        PdbDocument document = new(path, algorithm, algorithm == PdbChecksum.Sha1 ? SHA1.HashData(content) : SHA256.HashData(content));
#pragma warning restore CA5350
        SourceTexts texts = new();

        Assert.Equal(("first", "second", "fourth"), (texts.Of(document, 1).Text, texts.Of(document, 2).Text, texts.Of(document, 4).Text));
        Assert.All((int[])[0, -1, 5, int.MaxValue], line => Assert.Equal((null, "the source file was changed since the build"), texts.Of(document, line)));
        File.AppendAllText(path, " ");
        Assert.Equal((null, "the source file was changed since the build"), new SourceTexts().Of(document, 1));
        File.Delete(path);
        Assert.Equal((null, "the source file is not on this machine"), new SourceTexts().Of(document, 1));
        Assert.Equal((null, "the PDB has no checksum of the source file"), new SourceTexts().Of(document with { Algorithm = PdbChecksum.Unknown }, 1));
    }

    private static void Known() => GC.KeepAlive(null);

    private static ManagedModule Module(string path) => new("Fathom.Tests.dll", path, OwnPdb.Debug.Id, "");

    private SourceLine Find(ManagedModule module, int ilOffset = 0) => new ManagedLines([_folder.Path]).Of(module, s_token, ilOffset);
}
