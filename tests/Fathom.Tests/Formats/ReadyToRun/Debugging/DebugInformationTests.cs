using System.Buffers.Binary;
using System.Diagnostics;
using Fathom.Formats.ReadyToRun;
using Fathom.Formats.ReadyToRun.Debugging;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun.Debugging;

/// <summary>Debug information of small images and of sections that the test writes, whole and damaged.</summary>
public sealed class DebugInformationTests
{
    private const long MostBytes = 1024 * 1024;
    private const int MostAllocated = 4 * 1024 * 1024;
    private const uint MethodSize = 1 << 20;

    public static TheoryData<int, bool> Versions => new()
    {
        { 5, false },
        { 15, false },
        { 16, false },
        { 17, false },
        { 17, true },
        { 26, true },
    };

    [Theory]
    [MemberData(nameof(Versions))]
    public void What_is_written_in_any_version_is_read_again(int major, bool isFat)
    {
        Random random = new(major);
        for (int round = 0; round < 50; round++)
        {
            List<List<NativeBound>> methods = Methods(random);
            DebugInformation information = DebugInformation.TryRead(DebugSection.Write(methods, major, isFat), major)!;
            List<NativeBound> bounds = [];
            for (int method = 0; method < methods.Count; method++)
            {
                Assert.True(information.TryReadBounds(Method(DebugSection.Function(method)), bounds));
                Assert.Equal(methods[method], bounds);
                Assert.False(information.TryReadBounds(Method((method * 16) + ((method + 1) % 16)), bounds));
                Assert.Empty(bounds);
            }
        }
    }

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Versions))]
    public void Damaged_sections_are_survived(int major, bool isFat)
    {
        Random random = new(major + 100);
        List<NativeBound> bounds = [];
        for (int round = 0; round < 1_500; round++)
        {
            List<List<NativeBound>> methods = Methods(random);
            byte[] section = DebugSection.Write(methods, major, isFat);
            for (int flips = random.Next(1, 5); flips > 0; flips--)
                section[random.Next(section.Length)] ^= (byte)(1 << random.Next(8));
            section = random.Next(4) == 0 ? section[..random.Next(section.Length)] : section;
            Stopwatch watch = Stopwatch.StartNew();
            long before = GC.GetAllocatedBytesForCurrentThread();
            if (DebugInformation.TryRead(section, major) is { } information)
            {
                for (int function = 0; function < methods.Count * 16; function++)
                {
                    ReadyToRunMethod method = Method(function);
                    bool isRead = information.TryReadBounds(method, bounds);
                    Assert.Equal(isRead, bounds.Count > 0);
                    Assert.True(bounds.Zip(bounds.Skip(1)).All(static pair => pair.First.NativeOffset <= pair.Second.NativeOffset));
                    Assert.InRange(bounds.Count, 0, section.Length * 2);
                    uint rva = (uint)random.Next(2 * (int)MethodSize);
                    Assert.True(!information.TryFind(method, rva, out IlPlace place) || place.IlOffset >= 0);
                }
            }

            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, MostAllocated);
            // An endless loop would take for ever; a busy machine takes its time.
            Assert.True(watch.Elapsed < TimeSpan.FromMinutes(1));
        }
    }

    // The compiler puts handlers that are seldom run behind all methods; their offsets go on behind the hot part.
    [Fact]
    public void A_cold_part_goes_on_behind_the_hot_part()
    {
        byte[] content = ReadyToRunFiles.Read("split");
        ReadyToRunImage image = ReadyToRunFiles.Open(content);
        DebugInformation information = Open(content);
        List<NativeBound> bounds = [];
        ReadyToRunMethod[] split = [.. image.Methods.Where(static method => method.ColdSizeBytes > 0)];

        Assert.NotEmpty(split);
        foreach (ReadyToRunMethod method in split)
        {
            Assert.True(information.TryReadBounds(method, bounds));
            NativeBound[] cold = [.. bounds.Where(bound => bound.NativeOffset >= method.SizeBytes)];
            Assert.Equal(3, cold.Count(static bound => bound.Kind == BoundKind.Prolog));
            Assert.Equal(method.SizeBytes, cold[0].NativeOffset);
            Assert.True(information.TryFind(method, method.ColdRva, out IlPlace first));
            Assert.Equal((cold[0], cold[1].IlOffset), (first.Bound, first.IlOffset));
            Assert.True(information.TryFind(method, method.ColdRva + method.ColdSizeBytes - 1, out IlPlace last));
            Assert.Equal(bounds[^1], last.Bound);
            Assert.False(information.TryFind(method, method.ColdRva + method.ColdSizeBytes, out _));
            Assert.False(information.TryFind(method, method.Rva + method.SizeBytes, out _));
            Assert.False(information.TryFind(method, method.Rva - 1, out _));
        }
    }

    // Other architectures, and several assemblies in one image.
    [Theory]
    [InlineData("composite.r2r")]
    [InlineData("arm64")]
    [InlineData("x86")]
    public void Each_method_of_a_small_image_begins_with_its_prolog(string name)
    {
        byte[] content = ReadyToRunFiles.Read(name);
        DebugInformation information = Open(content);

        Assert.All(ReadyToRunFiles.Open(content).Methods, method =>
        {
            Assert.True(information.TryFind(method, method.Rva, out IlPlace place));
            Assert.Equal(0, place.IlOffset);
            Assert.True(information.TryFind(method, method.Rva + method.SizeBytes - 1, out _));
        });
    }

    [Theory]
    [InlineData(4, 1, "Its code has version 4.1, and debug information is known of versions 5 to 26.")]
    [InlineData(27, 0, "Its code has version 27.0, and debug information is known of versions 5 to 26.")]
    public void A_version_that_is_not_known_is_refused(ushort major, ushort minor, string expected)
    {
        byte[] content = ReadyToRunFiles.Read("arm64");
        int header = content.AsSpan().IndexOf("RTR\0"u8);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(header + 4), major);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(header + 6), minor);

        Assert.Null(DebugInformation.TryRead(ReadyToRunFiles.Reader(content), MostBytes, out string? reason));

        Assert.Equal(expected, reason);
    }

    [Fact]
    public void What_has_no_debug_information_says_why()
    {
        Assert.Null(DebugInformation.TryRead(ReadyToRunFiles.Reader([1, 2, 3]), MostBytes, out string? noImage));
        Assert.Equal("It is not a PE file, or its headers are cut off or damaged.", noImage);
        byte[] own = File.ReadAllBytes(typeof(DebugInformationTests).Assembly.Location);
        Assert.Null(DebugInformation.TryRead(ReadyToRunFiles.Reader(own), MostBytes, out string? noCode));
        Assert.Equal("It has no code that was compiled ahead of time.", noCode);
        Assert.Null(DebugInformation.TryRead(ReadyToRunFiles.Find("Orders")!, MostBytes, out string? component));
        Assert.Equal("Its code is in the composite image 'composite.r2r.dll'.", component);
        Assert.Null(DebugInformation.TryRead(ReadyToRunFiles.Reader(ReadyToRunFiles.Read("arm64")), 100, out string? large));
        Assert.Equal("Its debug information has 312 bytes, which is more than 100.", large);
    }

    private static DebugInformation Open(byte[] content)
    {
        DebugInformation? information = DebugInformation.TryRead(ReadyToRunFiles.Reader(content), MostBytes, out string? reason);
        Assert.Null(reason);
        return information!;
    }

    private static List<List<NativeBound>> Methods(Random random)
    {
        List<List<NativeBound>> methods = [];
        for (int count = random.Next(1, 30); count > 0; count--)
            methods.Add(methods.Count > 0 && random.Next(4) == 0 ? methods[random.Next(methods.Count)] : DebugSection.Random(random));
        return methods;
    }

    private static ReadyToRunMethod Method(int function) => new(0, MethodSize, 0, 0) { Entry = new EntryPoint(function, 0, 1) };
}
