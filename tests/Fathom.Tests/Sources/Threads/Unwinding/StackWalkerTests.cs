using System.Buffers.Binary;
using Fathom.Formats;
using Fathom.Formats.Elf;
using Fathom.Sources.Threads.Unwinding;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>Copied stacks of a made-up library without frame pointers, which managed code with frame pointers has called.</summary>
public sealed class StackWalkerTests
{
    private const ulong Library = 0x7f00_0000_0000;
    private const ulong Managed = 0x5000_0000;
    private const ulong Stack = 0x7ffe_0000_0000;
    private const ulong InFunction = Library + MadeImage.FunctionAt;

    // Behind "push rbp", before "mov rbp, rsp": only the rules tell where the caller is.
    private const ulong Leaf = InFunction + 1;

    [Fact]
    public void Native_frames_are_passed_by_their_rules_and_managed_ones_by_frame_pointers()
    {
        byte[] stack = Words(
            Stack + 48, InFunction + 0x20, // The leaf's saved frame pointer, and where it returns to.
            0, 0, 0, 0,
            Stack + 80, Managed + 0x10, // The library's frame.
            0, 0,
            Stack + 112, Managed + 0x20, // Managed frames.
            0, 0,
            0, 0);

        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, 0x1234), stack);

        Assert.Equal([Leaf, InFunction + 0x20, Managed + 0x10, Managed + 0x20], chain);
        Assert.Equal(StackEnd.Outermost, end);
    }

    // The kernel's chain lacks who has called the leaf, as that has no frame pointer yet; what is behind comes from there, so 16 bytes of the stack are enough.
    [Fact]
    public void The_caller_that_frame_pointers_leave_out_is_put_in_and_the_rest_is_the_kernels()
    {
        byte[] stack = Words(Stack + 48, InFunction + 0x20);
        ulong[] told = [Leaf, Managed + 0x10, Managed + 0x20];

        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, Stack + 48), stack, told: told);

        Assert.Equal([Leaf, InFunction + 0x20, Managed + 0x10, Managed + 0x20], chain);
        Assert.Equal(StackEnd.Joined, end);
    }

    [Fact]
    public void A_managed_frame_has_a_frame_pointer_so_the_kernel_knows_its_callers()
    {
        (ulong[] chain, StackEnd end) = Walk(Registers(Managed + 4, Stack, Stack + 48), [], told: [Managed + 4, Managed + 0x10, InFunction + 0x20]);

        Assert.Equal([Managed + 4, Managed + 0x10, InFunction + 0x20], chain);
        Assert.Equal(StackEnd.Joined, end);
    }

    // The first frame of the library has no frame pointer yet, the second one has, and nothing is known of managed code here.
    [Theory]
    [InlineData(16, 1, Managed + 0x10, Managed + 0x20, 2)]
    [InlineData(0, 0, Managed + 0x10, Managed + 0x20, 0)]
    [InlineData(16, 1, InFunction + 0x20, InFunction + 0x24, 3)]
    [InlineData(16, 1, InFunction + 2, InFunction + 0x24, 2)]
    public void Frames_are_exact_until_one_is_passed_whose_frame_pointer_is_not_certain(int copied, int ofCopy, ulong caller, ulong outermost, int exact)
    {
        byte[] stack = Words(Stack + 48, InFunction + 0x20)[..copied];
        ulong[] told = [Leaf, caller, outermost];

        ulong[] chain = new ulong[16];
        StackWalker.Walk(new Space(), Registers(Leaf, Stack, Stack + 48), new StackBytes(Stack, stack), told, chain, out int count, out int exactCount);

        Assert.Equal([Leaf, .. Enumerable.Repeat(InFunction + 0x20, ofCopy), caller, outermost], chain[..count]);
        Assert.Equal(exact, exactCount);
    }

    // Unwind information of managed code counts from the stack pointer; only the code says that the frame pointer is set to where the caller's lies.
    [Theory]
    [InlineData(0x30, 2)]
    [InlineData(0x28, 0)]
    [InlineData(null, 0)]
    public void A_managed_frame_whose_code_sets_the_frame_pointer_is_exact_where_the_kernel_passed_it(int? distance, int exact)
    {
        ulong[] told = [Managed + 0x11, Managed + 0x12, Managed + 0x13];

        StackWalker.Walk(
            new FramedSpace(distance), Registers(told[0], Stack, Stack + 8), new StackBytes(Stack, []), told, new ulong[16], out int count, out int exactCount);

        Assert.Equal((3, exact), (count, exactCount));
    }

    // The second frame returns to what the runtime has put there, which the kernel follows too: who called it is in no chain.
    [Fact]
    public void A_frame_whose_return_address_was_replaced_is_not_exact_though_it_has_a_frame_pointer()
    {
        byte[] stack = Words(Stack + 16, InFunction + 0x20, Stack + 48, 0x1111);

        StackEnd end = StackWalker.Walk(
            new Space(), Registers(Leaf, Stack, Stack + 16), new StackBytes(Stack, stack), [Leaf, 0x1111, InFunction + 0x24], new ulong[16], out int count, out int exactCount);

        Assert.Equal((StackEnd.Joined, 3, 1), (end, count, exactCount));
    }

    [Fact]
    public void A_thread_in_unknown_code_has_the_frames_that_the_kernel_followed_and_none_is_exact()
    {
        StackEnd end = StackWalker.Walk(
            new Space(), Registers(0x1111, Stack, Stack), new StackBytes(Stack, []), [0x1111, InFunction + 0x20, Managed + 0x10], new ulong[16], out int count, out int exactCount);

        Assert.Equal((StackEnd.Joined, 2, 0), (end, count, exactCount));
    }

    // The last frame that is known has a caller that is not.
    [Theory]
    [InlineData(8, 0)]
    [InlineData(40, 1)]
    [InlineData(64, 2)]
    public void A_cut_stack_is_exact_but_for_its_last_frame(int length, int exact)
    {
        byte[] stack = Words(Stack + 48, InFunction + 0x20, 0, 0, 0, 0, Stack + 80, InFunction + 0x24);

        StackWalker.Walk(new Space(), Registers(Leaf, Stack, 0), new StackBytes(Stack, stack.AsSpan(0, length)), [], new ulong[16], out int count, out int exactCount);

        Assert.Equal((exact + 1, exact), (count, exactCount));
    }

    [Fact]
    public void Frame_pointers_make_no_frame_exact_whose_code_nothing_is_known_of()
    {
        byte[] stack = Words(Stack + 16, Managed + 0x10, 0, 0);

        StackEnd end = StackWalker.Walk(new Space(), Registers(Managed, Stack, Stack), new StackBytes(Stack, stack), [], new ulong[16], out int count, out int exactCount);

        Assert.Equal((StackEnd.Outermost, 2, 0), (end, count, exactCount));
    }

    // The kernel has another place of the frame before; the one behind is the same.
    [Fact]
    public void A_chain_that_differs_in_one_frame_goes_on_behind_the_next_one()
    {
        byte[] stack = Words(Stack + 48, InFunction + 0x20, 0, 0, 0, 0, Stack + 80, Managed + 0x10, 0, 0, Stack + 112, Managed + 0x20);
        ulong[] told = [Leaf, Managed + 0x18, Managed + 0x20, Managed + 0x30, Managed + 0x40];

        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, Stack + 48), stack, told: told);

        Assert.Equal([Leaf, InFunction + 0x20, Managed + 0x10, Managed + 0x20, Managed + 0x30, Managed + 0x40], chain);
        Assert.Equal(StackEnd.Joined, end);
    }

    // Which of the equal calls it is nobody knows.
    [Fact]
    public void A_chain_of_equal_calls_is_not_gone_on_with()
    {
        byte[] stack = Words(Stack + 48, InFunction + 0x20, 0, 0, 0, 0, Stack + 80, Managed + 0x10, 0, 0, Stack + 112, Managed + 0x20);

        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, Stack + 48), stack, told: [Leaf, Managed + 0x18, Managed + 0x20, Managed + 0x20, Managed + 0x40]);

        Assert.Equal([Leaf, InFunction + 0x20, Managed + 0x10, Managed + 0x20], chain);
        Assert.Equal(StackEnd.NotCopied, end);
    }

    // The register holds something else meanwhile, so what the kernel followed is nothing.
    [Fact]
    public void What_the_kernel_followed_from_a_frame_pointer_that_was_none_is_not_taken()
    {
        byte[] stack = Words(Stack + 48, InFunction + 0x20, 0, 0, 0, 0, Stack + 80, Managed + 0x10, 0, 0, 0, 0);

        (ulong[] chain, StackEnd _) = Walk(Registers(Leaf, Stack, Stack + 8), stack, told: [Leaf, Managed + 0x777, Managed + 0x20]);

        Assert.Equal([Leaf, InFunction + 0x20, Managed + 0x10], chain);
    }

    [Fact]
    public void What_is_joined_has_no_more_frames_than_there_is_room_for()
    {
        (ulong[] chain, StackEnd end) = Walk(Registers(Managed, Stack, Stack), [], room: 3, told: [Managed, .. Enumerable.Repeat(Managed + 0x10, 5)]);

        Assert.Equal((3, StackEnd.TooLong), (chain.Length, end));
    }

    [Theory]
    [InlineData(8, 1)]
    [InlineData(40, 2)]
    [InlineData(64, 3)]
    [InlineData(96, 4)]
    public void A_stack_ends_where_its_copy_does(int length, int frames)
    {
        byte[] stack = Words(Stack + 48, InFunction + 0x20, 0, 0, 0, 0, Stack + 80, Managed + 0x10, 0, 0, Stack + 112, Managed + 0x20, 0, 0, 0, 0);

        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, 0), stack[..length]);

        Assert.Equal((frames, StackEnd.NotCopied), (chain.Length, end));
    }

    [Fact]
    public void A_return_into_no_code_ends_the_stack_and_is_no_frame()
    {
        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, 0), Words(Stack + 48, 0x1111));

        Assert.Equal([Leaf], chain);
        Assert.Equal(StackEnd.NoCode, end);
    }

    // To suspend a thread, the runtime replaces a return address by a function of its own: no call is before it.
    [Theory]
    [InlineData(new byte[] { 0x90, 0x90, 0x90, 0x90, 0x90, 0x5d, 0xc3 }, false)]
    [InlineData(new byte[] { 0x90, 0x90, 0xe8, 1, 2, 3, 4 }, true)]
    [InlineData(new byte[] { 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0 }, true)]
    [InlineData(new byte[] { 0x90, 0xff, 0x15, 1, 2, 3, 4 }, true)]
    [InlineData(new byte[] { 0x90, 0x90, 0x90, 0x41, 0xff, 0x52, 8 }, true)]
    [InlineData(new byte[0], true)]
    public void A_return_to_the_begin_of_a_function_is_one_if_a_call_is_before_it(byte[] before, bool isOne)
    {
        byte[] stack = Words(Stack + 48, InFunction, 0, 0, 0, 0, Stack + 80, Managed + 0x10);

        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, 0), stack, before: before);

        Assert.Equal(isOne ? [Leaf, InFunction, Managed + 0x10] : [Leaf], chain);
        Assert.Equal(isOne ? StackEnd.NotCopied : StackEnd.NoCode, end);
    }

    // A frame pointer that leads inwards is no frame pointer.
    [Theory]
    [InlineData(Stack - 16)]
    [InlineData(Stack + 8)]
    [InlineData(1UL)]
    public void A_frame_pointer_that_leads_back_ends_the_stack(ulong framePointer)
    {
        (ulong[] chain, StackEnd end) = Walk(Registers(Leaf, Stack, 0), Words(framePointer, Managed + 0x10, 0, 0, 0, 0));

        Assert.Equal([Leaf, Managed + 0x10], chain);
        Assert.Equal(StackEnd.Lost, end);
    }

    // What managed code keeps in other registers is not known behind it.
    [Fact]
    public void A_rule_that_needs_an_unknown_register_ends_the_stack()
    {
        FrameRegisters registers = default;
        registers.Set(CallFrameState.ReturnAddress, InFunction + 0x20);
        registers.Set(CallFrameState.StackPointer, Stack);

        (ulong[] chain, StackEnd end) = Walk(registers, new byte[64]);

        Assert.Equal((InFunction + 0x20, StackEnd.Lost), (Assert.Single(chain), end));
    }

    [Fact]
    public void More_frames_than_there_is_room_for_are_left_out()
    {
        byte[] stack = new byte[4096];
        for (int at = 0; at + 16 <= stack.Length; at += 16)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(stack.AsSpan(at), Stack + (ulong)at + 16);
            BinaryPrimitives.WriteUInt64LittleEndian(stack.AsSpan(at + 8), Managed + 0x10);
        }

        (ulong[] chain, StackEnd end) = Walk(Registers(Managed, Stack, Stack), stack, room: 20);

        Assert.Equal((20, StackEnd.TooLong), (chain.Length, end));
    }

    [Fact]
    public void Hostile_stacks_end_without_an_error_and_go_outwards_only()
    {
        Random random = new(1);
        ulong[] likely = [Leaf, InFunction, InFunction + 4, InFunction + 0x3f, Managed, Managed + 0x800, Library, 0, ulong.MaxValue, ulong.MaxValue - 7, Stack, Stack + 8, Stack - 8];
        for (int round = 0; round < 50_000; round++)
        {
            byte[] stack = new byte[random.Next(0, 33) * 8];
            for (int at = 0; at < stack.Length; at += 8)
                BinaryPrimitives.WriteUInt64LittleEndian(stack.AsSpan(at), random.Next(3) == 0 ? Stack + (ulong)(random.Next(40) * 8) : likely[random.Next(likely.Length)]);
            ulong start = random.Next(8) == 0 ? ulong.MaxValue - (ulong)random.Next(64) : Stack;

            FrameRegisters registers = Registers(likely[random.Next(likely.Length)], start, likely[random.Next(likely.Length)]);
            ulong[] told = random.Next(2) == 0 ? [] : [registers.Instruction, .. Enumerable.Range(0, random.Next(5)).Select(_ => likely[random.Next(likely.Length)])];

            (ulong[] chain, StackEnd _) = Walk(registers, stack, start: start, told: told);

            // Each frame takes 8 bytes at least.
            Assert.InRange(chain.Length, 0, (stack.Length / 8) + 1 + told.Length);
        }
    }

    [Fact]
    public void Damaged_files_tell_nothing_without_an_error()
    {
        Random random = new(2);
        for (int round = 0; round < 5_000; round++)
        {
            byte[] content = MadeImage.Content();
            for (int i = random.Next(1, 8); i > 0; i--)
                content[random.Next(2) == 0 ? random.Next(200) : random.Next(0x200)] = (byte)random.Next(256);
            if (ElfImage.TryRead(ReaderOf(content), isLoaded: false) is { } image && Read(content, image) is { } frames)
                frames.TryFind((ulong)random.Next(0x1000), false, [], out _);
        }
    }

    [Fact]
    public void Rules_of_a_place_are_the_same_each_time_and_too_much_information_is_refused()
    {
        byte[] content = MadeImage.Content();
        ElfImage image = ElfImage.TryRead(ReaderOf(content), isLoaded: false)!;
        FileFrames frames = Read(content, image)!;

        for (int i = 0; i < 2; i++)
        {
            Assert.True(frames.TryFind(MadeImage.FunctionAt + 1, false, [], out CallFrameState rules));
            Assert.Equal((CallFrameState.StackPointer, 16L), (rules.BaseRegister, rules.BaseOffset));
            Assert.False(frames.TryFind(MadeImage.FunctionAt - 1, false, [], out _));
            Assert.False(frames.TryFind(0x2000, false, [], out _));
        }

        CallFrameBudget budget = new(1 << 20);
        Assert.Null(FileFrames.TryRead(ReaderOf(content), image, 100, budget, new PlaceRules(), "/lib/a.so"));
        Assert.Equal((1, 0), (budget.LeftOutCount, budget.UsedBytes));
        Assert.Null(Read(content[..0x800], image));
    }

    [Fact]
    public void All_files_together_have_a_limit_and_those_beyond_are_counted()
    {
        byte[] content = MadeImage.Content();
        ElfImage image = ElfImage.TryRead(ReaderOf(content), isLoaded: false)!;
        CallFrameBudget budget = new(20 * content.Length);
        PlaceRules known = new();
        FileFrames?[] files = [.. Enumerable.Range(0, 1_000).Select(i => FileFrames.TryRead(ReaderOf(content), image, 1 << 20, budget, known, $"/lib/{i}.so"))];

        Assert.InRange(files.Count(static file => file is not null), 10, 20);
        Assert.InRange(budget.UsedBytes, 0, budget.MostBytes);
        Assert.Equal(files.Count(static file => file is null), budget.LeftOutCount);
        Assert.Contains($"The call frame information of {budget.LeftOutCount} native images, such as '/lib/", budget.Loss, StringComparison.Ordinal);
    }

    // 200 bytes each.
    [Fact]
    public void Rules_that_were_worked_out_are_limited_over_all_files_and_stay_right()
    {
        byte[] content = MadeImage.Content();
        ElfImage image = ElfImage.TryRead(ReaderOf(content), isLoaded: false)!;
        PlaceRules known = new();
        CallFrameBudget budget = new(1 << 30);
        for (int i = 0; i < 40; i++)
        {
            FileFrames file = FileFrames.TryRead(ReaderOf(content), image, 1 << 20, budget, known, "")!;
            for (ulong place = 0; place < 8_000; place++)
                file.TryFind(place, false, [], out _);
            Assert.InRange(known.Count, 1, 1 << 16);
            Assert.True(file.TryFind(MadeImage.FunctionAt + 1, false, [], out CallFrameState rules));
            Assert.Equal((CallFrameState.StackPointer, 16L), (rules.BaseRegister, rules.BaseOffset));
        }
    }

    private static FileFrames? Read(byte[] content, ElfImage image) => FileFrames.TryRead(ReaderOf(content), image, 1 << 20, new CallFrameBudget(1 << 22), new PlaceRules(), "/lib/libmade.so");

    private static (ulong[] Chain, StackEnd End) Walk(FrameRegisters registers, byte[] stack, int room = 256, ulong start = Stack, ulong[]? told = null, byte[]? before = null)
    {
        ulong[] chain = new ulong[room];
        StackEnd end = StackWalker.Walk(new Space(before), registers, new StackBytes(start, stack), told ?? [], chain, out int count, out int exactCount);
        Assert.InRange(exactCount, 0, count);
        return (chain[..count], end);
    }

    private static FrameRegisters Registers(ulong instruction, ulong stackPointer, ulong framePointer)
    {
        FrameRegisters registers = default;
        registers.Set(CallFrameState.ReturnAddress, instruction);
        registers.Set(CallFrameState.StackPointer, stackPointer);
        registers.Set(FrameRegisters.FramePointer, framePointer);
        return registers;
    }

    private static byte[] Words(params ulong[] words) => [.. words.SelectMany(BitConverter.GetBytes)];

    private static ReadAt ReaderOf(byte[] content) => (offset, buffer) =>
    {
        if (offset >= (ulong)content.Length)
            return 0;
        int count = Math.Min(buffer.Length, content.Length - (int)offset);
        content.AsSpan((int)offset, count).CopyTo(buffer);
        return count;
    };

    // Every method has a frame of 0x40 bytes with the caller's frame pointer below the return address, and a prolog that ends at 1.
    private sealed class FramedSpace(int? distance) : IUnwindSpace, IFrameTable
    {
        public bool LooksAtCode => false;

        public UnwindPlace Find(ulong address) => new(true, this, address);

        public int ReadCode(ulong address, Span<byte> buffer) => 0;

        public int? FramePointerDistance(ulong address) => address == Managed + 1 ? distance : null;

        public bool TryFind(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules) => TryWorkOut(place, isInnermost, code, out rules);

        public bool TryWorkOut(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
        {
            rules = new CallFrameState { BaseRegister = CallFrameState.StackPointer, BaseOffset = 0x40, BehindProlog = (int)(place - Managed - 1) };
            rules.SetSaved(FrameRegisters.FramePointer, -16);
            rules.SetSaved(CallFrameState.ReturnAddress, -8);
            return true;
        }
    }

    private sealed class Space(byte[]? code = null) : IUnwindSpace
    {
        private readonly FileFrames _frames = Read(MadeImage.Content(), ElfImage.TryRead(ReaderOf(MadeImage.Content()), isLoaded: false)!)!;

        public UnwindPlace Find(ulong address) =>
            address is >= Library and < Library + 0x1000 ? new UnwindPlace(true, _frames, address - Library)
            : new UnwindPlace(address is >= Managed and < Managed + 0x1000, null, 0);

        public int ReadCode(ulong address, Span<byte> buffer)
        {
            code?.CopyTo(buffer);
            return code?.Length ?? 0;
        }

        public int? FramePointerDistance(ulong address) => null;
    }
}
