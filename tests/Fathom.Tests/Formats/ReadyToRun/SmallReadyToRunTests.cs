using Fathom.Formats.ReadyToRun;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun;

/// <summary>Small images beside the maps that the compiler wrote of them: several assemblies in one, parts that stand elsewhere, other machines.</summary>
public sealed class SmallReadyToRunTests
{
    public static TheoryData<string> Names => [.. ReadyToRunFiles.Own];

    [Theory]
    [MemberData(nameof(Names))]
    public void Methods_sizes_and_names_are_those_of_the_compiler(string name)
    {
        ReadyToRunImage image = ReadyToRunFiles.Open(ReadyToRunFiles.Read(name));
        List<MapLine> map = ReadyToRunFiles.Map(name);

        Assert.Equal(map, image.Methods.Select(method => image.NameOf(method) is var called
            ? new MapLine(method.Rva, method.SizeBytes, called.Type, called.Method, MapLine.Count(called.Parameters[1..^1].Replace(", ", ",", StringComparison.Ordinal)))
            : null!));
        Assert.True(map.Count >= 7);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Names_have_type_arguments_and_types_of_parameters(string name)
    {
        ReadyToRunImage image = ReadyToRunFiles.Open(ReadyToRunFiles.Read(name));

        Snapshot.Match(string.Concat(image.Methods.Select(method => $"{method.Rva:x8} {method.SizeBytes:x} {image.NameOf(method).FullName}\n")), $"{name}.txt");
    }

    [Theory]
    [InlineData("composite.r2r", ReadyToRunArchitecture.X64, true)]
    [InlineData("split", ReadyToRunArchitecture.X64, false)]
    [InlineData("arm64", ReadyToRunArchitecture.Arm64, false)]
    [InlineData("x86", ReadyToRunArchitecture.X86, false)]
    public void An_image_tells_its_machine_and_whether_it_is_composite(string name, ReadyToRunArchitecture architecture, bool isComposite)
    {
        ReadyToRunImage image = ReadyToRunFiles.Open(ReadyToRunFiles.Read(name));

        Assert.Equal((architecture, isComposite, new Version(16, 0)), (image.Architecture, image.IsComposite, image.Version));
    }

    [Fact]
    public void Each_place_of_a_method_finds_it_its_handlers_and_its_seldom_run_part_too()
    {
        ReadyToRunImage image = ReadyToRunFiles.Open(ReadyToRunFiles.Read("split"));

        Assert.All(image.Methods, method =>
        {
            Assert.Equal(method, image.Find(method.Rva));
            Assert.Equal(method, image.Find(method.Rva + method.SizeBytes - 1));
            Assert.NotEqual(method, image.Find(method.Rva + method.SizeBytes));
            Assert.NotEqual(method, image.Find(method.Rva - 1));
        });
        ReadyToRunMethod[] split = [.. image.Methods.Where(method => method.ColdRva != 0)];
        Assert.Equal(["Add", "Add"], split.Select(method => image.NameOf(method).Method));
        Assert.All(split, method =>
        {
            Assert.Equal(0x45u, method.ColdSizeBytes);
            Assert.Equal(method, image.Find(method.ColdRva));
            Assert.Equal(method, image.Find(method.ColdRva + method.ColdSizeBytes - 1));
            Assert.Null(image.Find(method.ColdRva + method.ColdSizeBytes));
        });
        Assert.Null(image.Find(0));
        Assert.Null(image.Find(uint.MaxValue));
    }

    [Fact]
    public void The_code_of_a_component_is_in_its_composite_image()
    {
        Assert.Null(ReadyToRunImage.TryRead(ReadyToRunFiles.Read("Orders"), null, out string? reason));
        Assert.Equal("Its code is in the composite image 'composite.r2r.dll'.", reason);
    }

    [Fact]
    public void Without_the_other_assemblies_names_are_numbers_of_their_metadata()
    {
        ReadyToRunImage image = ReadyToRunFiles.Open(ReadyToRunFiles.Read("composite.r2r"), _ => null);
        string[] names = [.. image.Methods.Select(method => image.NameOf(method).FullName)];

        Assert.Contains("Orders.0x06000001", names);
        Assert.Contains("Parcels!0x02000003[Orders!0x02000002].0x06000003", names);
    }

    // Rows of another build have other names.
    [Fact]
    public void An_assembly_of_another_build_gives_no_names()
    {
        byte[] other = ReadyToRunFiles.Read("Parcels");
        Guid mvid = ReadyToRunFiles.Open(ReadyToRunFiles.Read("arm64")).Identity.Mvid!.Value;
        int at = other.AsSpan().IndexOf(mvid.ToByteArray());
        Assert.True(at > 0);
        Assert.All((bool[])[false, true], isOther =>
        {
            other[at] ^= isOther ? (byte)1 : (byte)0;
            ReadyToRunImage image = ReadyToRunFiles.Open(ReadyToRunFiles.Read("composite.r2r"), name => name == "Parcels" ? ReadyToRunFiles.Reader(other) : null);
            Assert.Equal(!isOther, image.Methods.Any(method => image.NameOf(method).Method == "Swap"));
        });
    }

    [Theory]
    [InlineData(new byte[0], "It is not a PE file, or its headers are cut off or damaged.")]
    [InlineData(new byte[] { 0x4d, 0x5a, 1, 2 }, "It is not a PE file, or its headers are cut off or damaged.")]
    public void What_is_no_image_has_a_reason(byte[] content, string expected)
    {
        Assert.Null(ReadyToRunImage.TryRead(content, null, out string? reason));
        Assert.Equal(expected, reason);
    }

    [Fact]
    public void An_assembly_that_was_not_compiled_ahead_of_time_has_a_reason()
    {
        Assert.Null(ReadyToRunImage.TryRead(File.ReadAllBytes(typeof(SmallReadyToRunTests).Assembly.Location), null, out string? reason));
        Assert.Equal("It has no code that was compiled ahead of time.", reason);
    }
}
