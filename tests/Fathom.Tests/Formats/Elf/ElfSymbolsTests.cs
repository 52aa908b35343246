using System.Runtime.InteropServices;
using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Threads.Unwinding;
using Xunit;

namespace Fathom.Tests.Formats.Elf;

/// <summary>The functions of libraries that this process has loaded, beside what the dynamic linker says of them; and damaged files.</summary>
public sealed class ElfSymbolsTests
{
    private const string Library = "libSystem.Native.so";

    private static string LibraryPath => LiveMappings.Read(Environment.ProcessId).First(static file => file.Path.EndsWith("/" + Library, StringComparison.Ordinal)).Path;

    [Theory]
    [InlineData("SystemNative_Read")]
    [InlineData("SystemNative_Write")]
    [InlineData("SystemNative_Stat")]
    [InlineData("SystemNative_GetPid")]
    public void A_function_is_where_the_dynamic_linker_has_loaded_it(string name)
    {
        ulong imageBase = LiveMappings.Read(Environment.ProcessId).First(static file => file is { FileOffset: 0 } && file.Path.EndsWith("/" + Library, StringComparison.Ordinal)).Start;
        ulong address = (ulong)NativeLibrary.GetExport(NativeLibrary.Load(LibraryPath), name);

        ElfSymbols symbols = SymbolFile.TryRead(LibraryPath)!;

        FunctionSymbol found = symbols.Find(address - imageBase)!.Value;
        Assert.Equal((name, address - imageBase), (found.Name, found.Start));
        Assert.Equal(found, symbols.Find(found.Start + found.Size - 1));
        Assert.NotEqual(found, symbols.Find(found.Start - 1));
        Assert.NotEqual(found, symbols.Find(found.Start + found.Size));
    }

    [Fact]
    public void The_build_id_is_found_in_a_section_of_notes_where_no_program_header_leads_to_it()
    {
        const int headersAt = 64, headerSize = 56, note = 4;
        byte[] library = File.ReadAllBytes(LibraryPath);
        string buildId = Read(library)!;
        int notes = 0;
        for (int i = 0; i < MemoryMarshal.Read<ushort>(library.AsSpan(56)); i++)
        {
            Span<byte> type = library.AsSpan(headersAt + (i * headerSize), 4);
            if (MemoryMarshal.Read<uint>(type) != note)
                continue;
            type.Clear();
            notes++;
        }

        Assert.NotEqual(0, notes);
        Assert.Equal(buildId, Read(library));

        static string? Read(byte[] content) => ElfImage.TryRead(
            (offset, buffer) =>
            {
                ReadOnlySpan<byte> rest = offset < (ulong)content.Length ? content.AsSpan((int)offset) : [];
                int count = Math.Min(rest.Length, buffer.Length);
                rest[..count].CopyTo(buffer);
                return count;
            },
            isLoaded: false)!.BuildId;
    }

    [Fact]
    public void A_file_that_is_cut_off_anywhere_gives_no_symbols_or_true_ones()
    {
        byte[] whole = File.ReadAllBytes(LibraryPath);
        HashSet<string> names = Names(ElfSymbols.TryRead(whole)!, whole.Length);
        for (int length = 0; length < whole.Length; length += length < 512 ? 7 : 4_001)
        {
            ElfSymbols? symbols = ElfSymbols.TryRead(whole[..length]);
            if (symbols is not null)
                Assert.Subset(names, Names(symbols, whole.Length));
        }
    }

    [Fact]
    public void Flipped_bits_and_hostile_numbers_end_without_an_error()
    {
        byte[] whole = File.ReadAllBytes(LibraryPath);
        int sections = (int)MemoryMarshal.Read<ulong>(whole.AsSpan(40));
        Random random = new(1);
        for (int round = 0; round < 2_000; round++)
        {
            byte[] damaged = (byte[])whole.Clone();
            for (int i = random.Next(1, 8); i > 0; i--)
            {
                // Most of them where numbers are that other numbers depend on.
                int at = random.Next(3) switch { 0 => random.Next(64), 1 => random.Next(sections, damaged.Length), _ => random.Next(damaged.Length) };
                damaged[at] = random.Next(4) == 0 ? (byte)0xff : (byte)(damaged[at] ^ (1 << random.Next(8)));
            }

            ElfSymbols.TryRead(damaged)?.Find((ulong)random.NextInt64());
        }
    }

    [Theory]
    [InlineData("/proc/self/status")]
    [InlineData("/no/such/file")]
    [InlineData("/dev")]
    public void What_is_no_ELF_file_has_no_symbols(string path) => Assert.Null(SymbolFile.TryRead(path));

    private static HashSet<string> Names(ElfSymbols symbols, int length)
    {
        HashSet<string> names = [];
        for (ulong at = 0; at < (ulong)length; at += 8)
        {
            if (symbols.Find(at) is { } function)
                names.Add(function.Name);
        }

        return names;
    }
}
