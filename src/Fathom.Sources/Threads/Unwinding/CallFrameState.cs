using Fathom.Formats.UnwindInfo;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>How the caller's registers are found from a place in a function: the rules that its call frame information has given so far. x64 only.</summary>
internal unsafe struct CallFrameState
{
    /// <summary>Registers in the numbering of DWARF: 16 general ones and the return address.</summary>
    public const int RegisterCount = 17;

    /// <summary>Number of the stack pointer.</summary>
    public const int StackPointer = 7;

    /// <summary>Number of the return address, which stands for the instruction pointer.</summary>
    public const int ReturnAddress = 16;

    private fixed long _offsets[RegisterCount];
    private fixed byte _rules[RegisterCount];

    /// <summary>Register that the frame's address is computed from.</summary>
    public int BaseRegister;

    /// <summary>What is added to it.</summary>
    public long BaseOffset;

    /// <summary>Whether the kernel made the frame, to run a signal handler: all registers of what was interrupted lie in it.</summary>
    public bool IsSignal;

    /// <summary>Of managed code, bytes from the end of the prolog to the place, which is behind a call; 0 where that is not known.</summary>
    public int BehindProlog;

    /// <summary>
    /// Whether a function begins right after the place. A return address there follows a call that never returns, or is none:
    /// to suspend a thread, the runtime replaces a return address by a function of its own (hijacking).
    /// </summary>
    public bool IsBeforeStart;

    /// <summary>Whether the frame pointer points to that of the caller, with the return address behind it, as frame pointers are followed.</summary>
    public readonly bool KeepsFramePointer => BaseRegister == FrameRegisters.FramePointer && BaseOffset == 2 * sizeof(ulong) && SavesBoth;

    /// <summary>
    /// Whether the frame pointer of the caller lies before the return address, as frame pointers need it, and the frame's address is computed from the stack pointer. Whether the frame pointer
    /// points there, the code behind the prolog tells.
    /// </summary>
    public readonly bool MayKeepFramePointer => BaseRegister == StackPointer && SavesBoth;

    private readonly bool SavesBoth => !IsSignal
        && TryGetSaved(FrameRegisters.FramePointer, out long pointer) && pointer == -2 * sizeof(ulong)
        && TryGetSaved(ReturnAddress, out long address) && address == -sizeof(ulong);

    /// <summary>The rules of managed code.</summary>
    public static CallFrameState Of(in UnwindRules rules)
    {
        CallFrameState state = new() { BaseRegister = rules.BaseRegister, BaseOffset = rules.BaseOffset, BehindProlog = rules.BehindProlog ?? 0 };
        for (int register = 0; register < UnwindRules.RegisterCount; register++)
        {
            if (rules.TryGetSaved(register, out int offset))
                state.SetSaved((ulong)register, offset);
            else if (rules.IsLost(register))
                state.SetUndefined((ulong)register);
        }

        state.SetSaved(ReturnAddress, -sizeof(ulong));
        return state;
    }

    /// <summary>Those of code that has put nothing on the stack: the return address is the first that lies there.</summary>
    public static CallFrameState WithoutFrame()
    {
        CallFrameState state = new() { BaseRegister = StackPointer, BaseOffset = sizeof(ulong) };
        state.SetSaved(ReturnAddress, -sizeof(ulong));
        return state;
    }

    /// <summary>Sets where a register of the caller is kept, as a distance from the frame's address.</summary>
    public void SetSaved(ulong register, long offset)
    {
        if (register >= RegisterCount)
            return;
        _rules[register] = (byte)Rule.Saved;
        _offsets[register] = offset;
    }

    /// <summary>Says that a register of the caller is lost.</summary>
    public void SetUndefined(ulong register)
    {
        if (register < RegisterCount)
            _rules[register] = (byte)Rule.Undefined;
    }

    /// <summary>Says that a register has kept its value.</summary>
    public void SetSame(ulong register)
    {
        if (register < RegisterCount)
            _rules[register] = (byte)Rule.Same;
    }

    /// <summary>Takes the rule of another state for a register.</summary>
    public void Restore(ulong register, in CallFrameState from)
    {
        if (register >= RegisterCount)
            return;
        _rules[register] = from._rules[register];
        _offsets[register] = from._offsets[register];
    }

    /// <summary>Where a register is kept; false where it is not kept in memory.</summary>
    public readonly bool TryGetSaved(int register, out long offset)
    {
        offset = _offsets[register];
        return _rules[register] == (byte)Rule.Saved;
    }

    /// <summary>Whether a register of the caller is lost.</summary>
    public readonly bool IsUndefined(int register) => _rules[register] == (byte)Rule.Undefined;

    private enum Rule : byte
    {
        Same,
        Saved,
        Undefined,
    }
}
