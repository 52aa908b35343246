namespace Fathom.Sources.Threads.Unwinding;

/// <summary>The registers of a thread in one of its frames, in the numbering of DWARF, and which of them are known. x64 only.</summary>
internal unsafe struct FrameRegisters
{
    /// <summary>Number of the frame pointer.</summary>
    public const int FramePointer = 6;

    private const uint AfterFramePointers = (1u << FramePointer) | (1u << CallFrameState.StackPointer) | (1u << CallFrameState.ReturnAddress);

    private fixed ulong _values[CallFrameState.RegisterCount];
    private uint _known;

    /// <summary>The instruction pointer: where the innermost frame stands, and where the others go on.</summary>
    public readonly ulong Instruction => _values[CallFrameState.ReturnAddress];

    /// <summary>The stack pointer.</summary>
    public readonly ulong StackPointer => _values[CallFrameState.StackPointer];

    /// <summary>The frame pointer.</summary>
    public readonly ulong Frame => _values[FramePointer];

    /// <summary>Whether what every step needs is known.</summary>
    public readonly bool IsEnough => Knows(CallFrameState.ReturnAddress) && Knows(CallFrameState.StackPointer);

    /// <summary>All registers of a thread.</summary>
    /// <param name="values">By their numbers.</param>
    public static FrameRegisters Of(ReadOnlySpan<ulong> values)
    {
        FrameRegisters registers = default;
        for (int i = 0; i < CallFrameState.RegisterCount; i++)
            registers.Set(i, values[i]);
        return registers;
    }

    /// <summary>Sets a register.</summary>
    public void Set(int register, ulong value)
    {
        _values[register] = value;
        _known |= 1u << register;
    }

    /// <summary>Goes to the caller by the rules of call frame information.</summary>
    /// <param name="rules">The rules of the place.</param>
    /// <param name="stack">The stack.</param>
    public FrameStep Step(in CallFrameState rules, StackBytes stack)
    {
        if (rules.IsSignal)
            return StepToInterrupted(stack);
        // The first function of a thread has no rule for a return address. A return address of 0 is a hijacked frame: the runtime fills it in later.
        if (rules.IsUndefined(CallFrameState.ReturnAddress))
            return FrameStep.Outermost;
        if (!Knows(rules.BaseRegister) || !rules.TryGetSaved(CallFrameState.ReturnAddress, out _))
            return FrameStep.Lost;
        ulong frame = _values[rules.BaseRegister] + (ulong)rules.BaseOffset;

        // The stack grows down, so the way out goes up; anything else is damage.
        if (frame <= StackPointer)
            return FrameStep.Lost;
        FrameRegisters caller = this;
        for (int register = 0; register < CallFrameState.RegisterCount; register++)
        {
            if (rules.TryGetSaved(register, out long offset))
            {
                if (!stack.TryRead(frame + (ulong)offset, out ulong value))
                    return FrameStep.NotCopied;
                caller.Set(register, value);
            }
            else if (rules.IsUndefined(register))
            {
                caller._known &= ~(1u << register);
            }
        }

        caller.Set(CallFrameState.StackPointer, frame);
        if (caller.Instruction == 0)
            return FrameStep.Lost;
        this = caller;
        return FrameStep.Done;
    }

    /// <summary>Goes to the caller by the frame pointer: it points to that of the caller, and the return address lies behind it.</summary>
    /// <param name="stack">The stack.</param>
    public FrameStep StepByFramePointer(StackBytes stack)
    {
        ulong frame = _values[FramePointer];
        if (frame == 0 && Knows(FramePointer))
            return FrameStep.Outermost;
        if (!Knows(FramePointer) || frame < StackPointer)
            return FrameStep.Lost;
        if (!stack.TryRead(frame, out ulong outer) || !stack.TryRead(frame + sizeof(ulong), out ulong instruction))
            return FrameStep.NotCopied;
        _known &= AfterFramePointers;
        _values[FramePointer] = outer;
        _values[CallFrameState.StackPointer] = frame + (2 * sizeof(ulong));
        _values[CallFrameState.ReturnAddress] = instruction;
        return instruction == 0 ? FrameStep.Outermost : FrameStep.Done;
    }

    // struct ucontext: flags, link, stack, then struct sigcontext (arch/x86/include/uapi/asm/sigcontext.h): R8 to R15, DI, SI, BP, BX, DX, AX, CX, SP, IP.
    private FrameStep StepToInterrupted(StackBytes stack)
    {
        const int context = 40;
        ReadOnlySpan<byte> order = [8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16];
        FrameRegisters interrupted = this;
        for (int i = 0; i < order.Length; i++)
        {
            if (!stack.TryRead(StackPointer + context + (ulong)(i * sizeof(ulong)), out ulong value))
                return FrameStep.NotCopied;
            interrupted.Set(order[i], value);
        }

        // A handler may run on a stack of its own, of which nothing behind this frame was copied.
        if (interrupted.StackPointer <= StackPointer)
            return FrameStep.Lost;
        this = interrupted;
        return Instruction == 0 ? FrameStep.Outermost : FrameStep.Done;
    }

    private readonly bool Knows(int register) => (uint)register < CallFrameState.RegisterCount && (_known >> register & 1) != 0;
}
