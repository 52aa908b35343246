using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats;
using Fathom.Formats.Elf;
using Fathom.Sources.Threads.Unwinding;
using Xunit;

namespace Fathom.Tests.Formats.Elf;

/// <summary>Programs and libraries that are damaged, or made up to mislead: they are those of whoever is looked at, and Fathom may be root.</summary>
public sealed class ElfCorruptionTests
{
    private const int MostFrameBytes = 16 << 20;

    private static readonly byte[] s_library = File.ReadAllBytes(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "libSystem.Native.so"));

    [Fact]
    public void A_damaged_library_is_read_without_an_error_and_with_little_memory()
    {
        Random chance = new(17);
        int sections = (int)BinaryPrimitives.ReadUInt64LittleEndian(s_library.AsSpan(40));
        for (int round = 0; round < 3_000; round++)
        {
            byte[] content = [.. s_library];
            for (int i = chance.Next(1, 9); i > 0; i--)
            {
                int at = chance.Next(3) switch
                {
                    0 => chance.Next(64 + (12 * 56)),
                    1 => sections + chance.Next(content.Length - sections),
                    _ => chance.Next(content.Length),
                };
                content[at] = chance.Next(3) == 0 ? byte.MaxValue : (byte)chance.Next(256);
            }

            long before = GC.GetAllocatedBytesForCurrentThread();
            Use(content, chance);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 64 << 20);
        }
    }

    [Fact]
    public void Bytes_by_chance_behind_a_good_beginning_are_read_without_an_error()
    {
        Random chance = new(19);
        for (int round = 0; round < 3_000; round++)
        {
            byte[] content = s_library[..chance.Next(64, 20_000)];
            chance.NextBytes(content.AsSpan(chance.Next(6, 64)));
            Use(content, chance);
        }
    }

    [Fact]
    public void Thousands_of_symbol_tables_are_not_read_thousands_of_times()
    {
        const int sections = 5_000, names = 1 << 20;
        byte[] content = new byte[64 + (sections * 64) + names];
        s_library.AsSpan(0, 64).CopyTo(content);
        BinaryPrimitives.WriteUInt64LittleEndian(content.AsSpan(40), 64);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(60), sections);
        for (int i = 0; i < sections; i++)
        {
            Span<byte> header = content.AsSpan(64 + (i * 64), 64);
            BinaryPrimitives.WriteUInt32LittleEndian(header[4..], i == 0 ? 3u : i % 2 == 0 ? 2u : 11u);
            BinaryPrimitives.WriteUInt64LittleEndian(header[24..], 64 + (sections * 64));
            BinaryPrimitives.WriteUInt64LittleEndian(header[32..], i == 0 ? names : 24ul);
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.NotNull(ElfSymbols.TryRead(content));
        Assert.Null(ElfSymbols.FindVariable(ReaderOf(content), "g_none"u8));

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 32 << 20);
    }

    private static void Use(byte[] content, Random chance)
    {
        ReadAt read = ReaderOf(content);
        if (ElfSymbols.TryRead(content) is { } symbols)
        {
            for (int i = 0; i < 20; i++)
                symbols.Find(chance.Next(4) == 0 ? (ulong)chance.NextInt64() : (ulong)chance.Next(content.Length));
        }

        ElfSymbols.FindVariable(read, "g_none"u8);
        ElfImage.TryRead(read, isLoaded: true);
        if (ElfImage.TryRead(read, isLoaded: false) is not { } image
            || FileFrames.TryRead(read, image, MostFrameBytes, new CallFrameBudget(2 * MostFrameBytes), new PlaceRules(), "") is not { } frames)
        {
            return;
        }

        for (int i = 0; i < 20; i++)
        {
            if (!frames.TryFind((ulong)chance.Next(content.Length), false, [], out CallFrameState rules))
                continue;
            ulong[] values = [.. Enumerable.Range(0, CallFrameState.RegisterCount).Select(_ => (ulong)chance.NextInt64())];
            byte[] stack = new byte[512];
            chance.NextBytes(stack);
            FrameRegisters registers = FrameRegisters.Of(values);
            registers.Step(in rules, new StackBytes(values[CallFrameState.StackPointer], stack));
        }
    }

    private static ReadAt ReaderOf(byte[] content) => (offset, buffer) =>
    {
        if (offset >= (ulong)content.Length)
            return 0;
        int count = Math.Min(buffer.Length, content.Length - (int)offset);
        content.AsSpan((int)offset, count).CopyTo(buffer);
        return count;
    };
}
