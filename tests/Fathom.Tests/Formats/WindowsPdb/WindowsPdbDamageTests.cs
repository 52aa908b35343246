using System.Buffers.Binary;
using Xunit;

namespace Fathom.Tests.Formats.WindowsPdb;

/// <summary>PDBs that are damaged, or made up to mislead: they come from servers and from whoever sends a trace.</summary>
public sealed class WindowsPdbDamageTests
{
    private const long MostBytes = 32 << 20;

    [Fact]
    public void A_damaged_file_is_read_without_an_error_and_with_little_memory()
    {
        Random chance = new(23);
        for (int round = 0; round < 2_000; round++)
        {
            byte[] content = [.. PdbFiles.Shop];
            for (int i = chance.Next(1, 9); i > 0; i--)
            {
                // The directory stands in the last blocks.
                int at = chance.Next(3) switch { 0 => chance.Next(64), 1 => content.Length - 1 - chance.Next(3 * 4096), _ => chance.Next(content.Length) };
                content[at] = chance.Next(3) == 0 ? byte.MaxValue : (byte)chance.Next(256);
            }

            Use(content, chance);
        }
    }

    [Fact]
    public void A_damaged_PDB_of_NGEN_is_read_without_an_error_and_with_little_memory()
    {
        Random chance = new(37);
        byte[] whole = new PdbWriter { Names = { ("Shop.Till.Sum(Int32)", 1, 0), ("[COLD] Shop.Till.Sum(Int32)", 1, 0x40) }, Lengths = [0x1800, 0x200] }.Build();
        for (int round = 0; round < 2_000; round++)
        {
            byte[] content = [.. whole];
            for (int i = chance.Next(1, 9); i > 0; i--)
                content[chance.Next(content.Length)] = chance.Next(3) == 0 ? byte.MaxValue : (byte)chance.Next(256);
            Use(content[..(chance.Next(8) == 0 ? chance.Next(content.Length) : content.Length)], chance, 0x4000);
        }
    }

    [Fact]
    public void A_file_that_ends_early_is_read_as_far_as_it_goes()
    {
        Random chance = new(29);
        for (int length = 0; length < PdbFiles.Shop.Length; length += 331)
            Use(PdbFiles.Shop[..length], chance);
    }

    [Theory]
    [InlineData(32, 0)]
    [InlineData(32, 3)]
    [InlineData(32, int.MinValue)]
    [InlineData(44, int.MaxValue)]
    [InlineData(44, 0)]
    [InlineData(52, int.MaxValue)]
    [InlineData(52, 0)]
    public void A_head_that_makes_no_sense_is_no_such_file(int at, int value)
    {
        byte[] content = [.. PdbFiles.Shop];
        BinaryPrimitives.WriteInt32LittleEndian(content.AsSpan(at), value);

        Assert.Null(PdbFiles.Open(content));
    }

    private static void Use(byte[] content, Random chance, ulong? imageBytes = null)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        if (PdbFiles.Open(content, imageBytes: imageBytes) is { } pdb)
        {
            for (int i = 0; i < 20; i++)
            {
                uint at = chance.Next(4) == 0 ? (uint)chance.NextInt64(uint.MaxValue) : PdbFiles.Code + (uint)chance.Next(0x2A0);
                pdb.Find(at);
                pdb.LineAt(at);
            }
        }

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, MostBytes);
    }
}
