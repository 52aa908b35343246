namespace Fathom.Formats.UnwindInfo;

/// <summary>How the registers of a caller are found from a place in managed code. x64; registers have the numbers of DWARF.</summary>
/// <remarks>The frame's address is that behind the return address. All places of saved registers are distances from it, so they are negative as a rule.</remarks>
public unsafe struct UnwindRules
{
    /// <summary>General registers.</summary>
    public const int RegisterCount = 16;

    private fixed int _offsets[RegisterCount];
    private ushort _saved;
    private ushort _lost;

    /// <summary>Register that the frame's address is computed from.</summary>
    public int BaseRegister { get; set; }

    /// <summary>What is added to it, in bytes.</summary>
    public int BaseOffset { get; set; }

    /// <summary>
    /// Bytes from the end of the prolog to the place, where all of it had run; null otherwise. There the frame pointer is set up: unwind information has no word of that unless the frame grows.
    /// </summary>
    public int? BehindProlog { get; internal set; }

    /// <summary>Where a register of the caller is kept; false where it has kept its value, or is lost.</summary>
    public readonly bool TryGetSaved(int register, out int offset)
    {
        offset = _offsets[register];
        return (_saved >> register & 1) != 0;
    }

    /// <summary>Whether a register of the caller cannot be told.</summary>
    public readonly bool IsLost(int register) => (_lost >> register & 1) != 0;

    /// <summary>Says where a register is kept.</summary>
    internal void SetSaved(int register, int offset)
    {
        _offsets[register] = offset;
        _saved |= (ushort)(1 << register);
    }

    /// <summary>Says that nobody knows a register.</summary>
    internal void SetLost(int register) => _lost |= (ushort)(1 << register);
}
