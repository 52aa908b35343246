using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>Call frame information: of made-up functions with known prologues, of the libraries of this process, and damaged.</summary>
public sealed class CallFrameTests
{
    private const ulong Base = 0x10_0000;

    // push rbp; mov rbp, rsp; … pop rbp; ret: where the caller's registers are at each place.
    [Theory]
    [InlineData(0, 7, 8L, null)]
    [InlineData(1, 7, 16L, -16L)]
    [InlineData(3, 7, 16L, -16L)]
    [InlineData(4, 6, 16L, -16L)]
    [InlineData(0x3d, 6, 16L, -16L)]
    [InlineData(0x3f, 7, 8L, -16L)]
    public void The_rules_of_a_place_are_those_up_to_it(int distance, int register, long offset, long? frameRegisterAt)
    {
        CallFrameTable table = CallFrameTable.TryRead(new SyntheticMemory(Base, MadeImage.Content()), Base + MadeImage.HeaderAt)!;

        Assert.True(table.TryFind(Base + MadeImage.FunctionAt + (ulong)distance, out CallFrameState state, out ulong function));

        Assert.Equal((Base + MadeImage.FunctionAt, register, offset), (function, state.BaseRegister, state.BaseOffset));
        Assert.True(state.TryGetSaved(CallFrameState.ReturnAddress, out long returnAt));
        Assert.Equal(-8, returnAt);
        Assert.Equal(frameRegisterAt, state.TryGetSaved(6, out long at) ? at : null);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(MadeImage.FunctionSize)]
    public void A_place_outside_of_all_functions_has_no_rules(int distance) =>
        Assert.False(CallFrameTable.TryRead(new SyntheticMemory(Base, MadeImage.Content()), Base + MadeImage.HeaderAt)!.TryFind(Base + MadeImage.FunctionAt + (ulong)distance, out _, out _));

    [Fact]
    public void Frames_are_followed_by_the_rules_and_end_where_the_stack_does()
    {
        SyntheticMemory memory = new(Base, MadeImage.Content());
        NativeImages images = new([new MappedFile(Base, Base + 0x1000, 0, "/lib/libmade.so")], new MadeImageMemory(memory));
        ulong[] registers = new ulong[CallFrameState.RegisterCount];
        const ulong stack = 0x7fff_0000;
        registers[CallFrameState.ReturnAddress] = Base + MadeImage.FunctionAt + 4;
        registers[CallFrameState.StackPointer] = stack;
        registers[6] = stack;

        // Two frames of the function, and a return address that lies in no image.
        byte[] bytes = new byte[64];
        BitConverter.TryWriteBytes(bytes.AsSpan(0), stack + 16);
        BitConverter.TryWriteBytes(bytes.AsSpan(8), Base + MadeImage.FunctionAt + 0x20);
        BitConverter.TryWriteBytes(bytes.AsSpan(16), stack + 48);
        BitConverter.TryWriteBytes(bytes.AsSpan(24), 0x5000_0000UL);

        List<NativePlace> places = new NativeUnwinder(images).Follow(new NativeStart(registers, bytes));
        List<NativePlace> cut = new NativeUnwinder(images).Follow(new NativeStart(registers, bytes[..8]));

        Assert.Equal([(ulong)MadeImage.FunctionAt + 4, MadeImage.FunctionAt + 0x1fUL], places.Select(static place => place.Distance));
        Assert.All(places, static place => Assert.Equal((ulong)MadeImage.FunctionAt, place.Function));
        Assert.Single(cut);
    }

    [Fact]
    public void Tables_of_all_images_have_a_limit_and_those_beyond_are_told()
    {
        MappedFile[] files = [new MappedFile(Base, Base + 0x1000, 0, "/lib/a.so"), new MappedFile(Base + 0x1000, Base + 0x2000, 0, "/lib/b.so")];
        byte[] content = [.. MadeImage.Content(), .. MadeImage.Content()];
        NativeImages both = new(files, new MadeImageMemory(new SyntheticMemory(Base, content)), 16);
        NativeImages one = new(files, new MadeImageMemory(new SyntheticMemory(Base, content)), 15);

        Assert.NotNull(both.Find(Base + MadeImage.FunctionAt)!.CallFrames);
        Assert.NotNull(both.Find(Base + 0x1000 + MadeImage.FunctionAt)!.CallFrames);
        Assert.Null(both.Tables.Loss);
        Assert.NotNull(one.Find(Base + MadeImage.FunctionAt)!.CallFrames);
        Assert.Null(one.Find(Base + 0x1000 + MadeImage.FunctionAt)!.CallFrames);
        Assert.StartsWith("The call frame information of 1 native image, such as '/lib/b.so', was not read", one.Tables.Loss, StringComparison.Ordinal);
    }

    // As assemblies in a single-file program: managed code, in parts of the file that do not belong to the image.
    [Fact]
    public void Parts_of_an_image_s_file_that_lie_elsewhere_are_not_the_image()
    {
        NativeImages images = new(
            [new MappedFile(Base, Base + 0x1000, 0, "/app/single"), new MappedFile(Base + 0x10_0000, Base + 0x10_1000, 0x5000, "/app/single")],
            new MadeImageMemory(new SyntheticMemory(Base, MadeImage.Content())));

        Assert.NotNull(images.Find(Base + MadeImage.FunctionAt));
        Assert.Null(images.Find(Base + 0x10_0010));
        Assert.Null(images.Find(Base + 0x2000));
    }

    [Fact]
    public void A_stack_that_leads_back_ends()
    {
        NativeImages images = new([new MappedFile(Base, Base + 0x1000, 0, "/lib/libmade.so")], new MadeImageMemory(new SyntheticMemory(Base, MadeImage.Content())));
        ulong[] registers = new ulong[CallFrameState.RegisterCount];
        registers[CallFrameState.ReturnAddress] = Base + MadeImage.FunctionAt + 4;
        registers[CallFrameState.StackPointer] = 0x7fff_0100;
        registers[6] = 0x7fff_0000;

        Assert.Single(new NativeUnwinder(images).Follow(new NativeStart(registers, new byte[512])));
    }

    // At its first instruction a function's return address is on top of the stack, on x64 always.
    [Theory]
    [InlineData("libcoreclr.so")]
    [InlineData("libSystem.Native.so")]
    public void Every_function_that_a_library_exports_has_rules_from_its_start_on(string library)
    {
        using LiveMemory memory = new(Environment.ProcessId);
        List<MappedFile> files = LiveMappings.Read(Environment.ProcessId);
        MappedFile first = files.First(file => file is { FileOffset: 0 } && file.Path.EndsWith("/" + library, StringComparison.Ordinal));
        CallFrameTable table = new NativeImages(files, memory).Find(first.Start)!.CallFrames!;
        ElfSymbols symbols = SymbolFile.TryRead(first.Path)!;
        HashSet<ulong> starts = [];
        for (ulong at = 0; at < 16 * 1024 * 1024; at += 16)
        {
            if (symbols.Find(at) is { } function)
                starts.Add(first.Start + function.Start);
        }

        Assert.NotEmpty(starts);
        foreach (ulong start in starts)
        {
            Assert.True(table.TryFind(start, out CallFrameState state, out ulong function), $"{start - first.Start:x}");
            Assert.Equal((start, CallFrameState.StackPointer, 8L), (function, state.BaseRegister, state.BaseOffset));
            Assert.True(state.TryGetSaved(CallFrameState.ReturnAddress, out long at) && at == -8);
        }
    }

    [Fact]
    public void Damaged_information_ends_without_an_error()
    {
        Random random = new(1);
        for (int round = 0; round < 20_000; round++)
        {
            SyntheticMemory memory = new(Base, MadeImage.Content());
            for (int i = random.Next(1, 6); i > 0; i--)
                memory.Content[random.Next(2) == 0 ? MadeImage.HeaderAt + random.Next(20) : random.Next(MadeImage.CommonAt, MadeImage.DescriptionAt + 64)] = (byte)random.Next(256);

            if (CallFrameTable.TryRead(new MadeImageMemory(memory), Base + MadeImage.HeaderAt) is { } table)
                table.TryFind(Base + MadeImage.FunctionAt + (ulong)random.Next(MadeImage.FunctionSize), out _, out _);
        }
    }

    [Theory]
    [InlineData("7f00-7f10 r-xp 00001000 fe:01 1234    /usr/lib/lib with blank.so", 0x7f00, 0x7f10, 0x1000, "/usr/lib/lib with blank.so")]
    [InlineData("7ff0-7ff2 r-xp 00000000 00:00 0       [vdso]", 0x7ff0, 0x7ff2, 0, "[vdso]")]
    public void A_line_of_the_map_is_a_mapped_file(string line, int start, int end, int offset, string path) =>
        Assert.Equal(new MappedFile((ulong)start, (ulong)end, (ulong)offset, path), LiveMappings.Parse(line));

    [Theory]
    [InlineData("")]
    [InlineData("7f00-7f10 rw-p 00000000 00:00 0 ")]
    [InlineData("7f00-7f10 rw-p 00000000 00:00 0       [stack]")]
    [InlineData("nonsense /lib/x.so")]
    [InlineData("xyz-7f10 r-xp 00001000 fe:01 1234    /usr/lib/a.so")]
    public void Another_line_is_none(string line) => Assert.Null(LiveMappings.Parse(line));
}
