namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// Runs the instructions of call frame information up to a place in a function. Source: DWARF 5, section 6.4, and the Linux Standard Base for what
/// .eh_frame has in addition. Expressions, which compilers write for stubs and signal handlers only, are not evaluated.
/// </summary>
internal static class CallFrameProgram
{
    private const int MaxRemembered = 32;

    /// <summary>Runs instructions.</summary>
    /// <param name="code">The instructions.</param>
    /// <param name="distance">Distance of the place from the start of the function.</param>
    /// <param name="codeAlignment">Factor of advances.</param>
    /// <param name="dataAlignment">Factor of offsets.</param>
    /// <param name="initial">The state that restored registers go back to.</param>
    /// <param name="state">The state before and after.</param>
    /// <returns>False where there is something in the way that cannot be understood.</returns>
    public static bool TryRun(ReadOnlySpan<byte> code, ulong distance, ulong codeAlignment, long dataAlignment, in CallFrameState initial, ref CallFrameState state)
    {
        CallFrameReader reader = new(code, 0);
        Stack<CallFrameState> remembered = [];
        ulong at = 0;
        while (!reader.IsAtEnd)
        {
            byte operation = reader.Read<byte>();
            ulong low = (uint)(operation & 0x3f);
            switch (operation >> 6)
            {
                case 1:
                    at += low * codeAlignment;
                    break;
                case 2:
                    state.SetSaved(low, (long)reader.ReadUnsigned() * dataAlignment);
                    break;
                case 3:
                    state.Restore(low, initial);
                    break;
                default:
                    if (!TryRun(operation, ref reader, codeAlignment, dataAlignment, initial, remembered, ref at, ref state))
                        return false;
                    break;
            }

            // Rules behind an advance hold from there on.
            if (at > distance)
                return !reader.IsBroken;
        }

        return !reader.IsBroken;
    }

    private static bool TryRun(
        byte operation, ref CallFrameReader reader, ulong codeAlignment, long dataAlignment, in CallFrameState initial, Stack<CallFrameState> remembered, ref ulong at, ref CallFrameState state)
    {
        switch (operation)
        {
            case 0x00: // DW_CFA_nop
                return true;
            case 0x02: // DW_CFA_advance_loc1
                at += reader.Read<byte>() * codeAlignment;
                return true;
            case 0x03: // DW_CFA_advance_loc2
                at += reader.Read<ushort>() * codeAlignment;
                return true;
            case 0x04: // DW_CFA_advance_loc4
                at += reader.Read<uint>() * codeAlignment;
                return true;
            case 0x05: // DW_CFA_offset_extended
                state.SetSaved(reader.ReadUnsigned(), (long)reader.ReadUnsigned() * dataAlignment);
                return true;
            case 0x06: // DW_CFA_restore_extended
                state.Restore(reader.ReadUnsigned(), initial);
                return true;
            case 0x07: // DW_CFA_undefined
                state.SetUndefined(reader.ReadUnsigned());
                return true;
            case 0x08: // DW_CFA_same_value
                state.SetSame(reader.ReadUnsigned());
                return true;
            case 0x0a: // DW_CFA_remember_state
                remembered.Push(state);
                return remembered.Count <= MaxRemembered;
            case 0x0b: // DW_CFA_restore_state
                return remembered.TryPop(out state);
            case 0x0c: // DW_CFA_def_cfa
                return SetBase(ref state, reader.ReadUnsigned(), (long)reader.ReadUnsigned());
            case 0x0d: // DW_CFA_def_cfa_register
                return SetBase(ref state, reader.ReadUnsigned(), state.BaseOffset);
            case 0x0e: // DW_CFA_def_cfa_offset
                state.BaseOffset = (long)reader.ReadUnsigned();
                return true;
            case 0x11: // DW_CFA_offset_extended_sf
                state.SetSaved(reader.ReadUnsigned(), reader.ReadSigned() * dataAlignment);
                return true;
            case 0x12: // DW_CFA_def_cfa_sf
                return SetBase(ref state, reader.ReadUnsigned(), reader.ReadSigned() * dataAlignment);
            case 0x13: // DW_CFA_def_cfa_offset_sf
                state.BaseOffset = reader.ReadSigned() * dataAlignment;
                return true;
            case 0x2e: // DW_CFA_GNU_args_size
                reader.ReadUnsigned();
                return true;
            default:
                return false;
        }
    }

    private static bool SetBase(ref CallFrameState state, ulong register, long offset)
    {
        (state.BaseRegister, state.BaseOffset) = ((int)Math.Min(register, int.MaxValue), offset);
        return register < CallFrameState.ReturnAddress;
    }
}
