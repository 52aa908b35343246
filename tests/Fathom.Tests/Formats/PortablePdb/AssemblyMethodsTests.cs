using Fathom.Formats.PortablePdb;
using Xunit;

namespace Fathom.Tests.Formats.PortablePdb;

/// <summary>Names of methods by their numbers in an assembly.</summary>
public sealed class AssemblyMethodsTests
{
    private const int MostBytes = 64 << 20;

    [Fact]
    public void A_method_has_the_name_that_the_runtime_gives_it()
    {
        using FileStream file = File.OpenRead(OwnPdb.AssemblyPath);
        using AssemblyMethods methods = AssemblyMethods.TryRead(file, MostBytes)!;
        file.Dispose();

        Assert.Equal("Fathom.Tests.Formats.PortablePdb.AssemblyMethodsTests+Inner`1.Method", methods.NameOf((uint)typeof(Inner<>).GetMethod("Method")!.MetadataToken));
        Assert.Null(methods.NameOf(0));
        Assert.Null(methods.NameOf(0x0600_0000));
        Assert.Null(methods.NameOf(0x06FF_FFFF));
        Assert.Null(methods.NameOf(0x0A00_0001));
    }

    [Fact]
    public void What_is_no_assembly_or_is_larger_than_allowed_has_none()
    {
        using FileStream file = File.OpenRead(OwnPdb.AssemblyPath);
        Assert.Null(AssemblyMethods.TryRead(file, 100));
        Assert.Null(AssemblyMethods.TryRead(new MemoryStream(OwnPdb.Bytes), MostBytes));
        Assert.Null(AssemblyMethods.TryRead(new MemoryStream(), MostBytes));
    }

    [Fact]
    public void A_damaged_assembly_has_names_or_none()
    {
        byte[] whole = File.ReadAllBytes(typeof(AssemblyMethods).Assembly.Location);
        Random random = new(6);
        for (int i = 0; i < 300; i++)
        {
            byte[] damaged = whole[..random.Next(i % 3 == 0 ? 1 : whole.Length, whole.Length)];
            for (int change = 0; change < 200; change++)
                damaged[random.Next(i % 2 == 0 ? Math.Min(damaged.Length, 2_000) : damaged.Length)] = (byte)random.Next(256);
            using AssemblyMethods? methods = AssemblyMethods.TryRead(new MemoryStream(damaged), MostBytes);
            for (uint token = 0x0600_0001; token < 0x0600_0100; token += 9)
                methods?.NameOf(token);
        }
    }

    private static class Inner<T>
    {
        public static Type Method() => typeof(T);
    }
}
