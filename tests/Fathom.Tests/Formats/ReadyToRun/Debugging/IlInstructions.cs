using System.Buffers.Binary;
using System.Reflection;
using System.Reflection.Emit;

namespace Fathom.Tests.Formats.ReadyToRun.Debugging;

/// <summary>Where instructions of IL begin.</summary>
internal static class IlInstructions
{
    private static readonly Dictionary<ushort, int> s_operandBytes = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(static field => (OpCode)field.GetValue(null)!)
        .ToDictionary(static code => (ushort)code.Value, static code => code.OperandType switch
        {
            OperandType.InlineNone => 0,
            OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
            OperandType.InlineVar => 2,
            OperandType.InlineI8 or OperandType.InlineR => 8,
            _ => 4,
        });

    /// <summary>The offsets of all instructions.</summary>
    public static HashSet<int> Begins(ReadOnlySpan<byte> il)
    {
        HashSet<int> begins = [];
        for (int at = 0; at < il.Length;)
        {
            begins.Add(at);
            ushort code = il[at++];
            if (code == 0xfe)
                code = (ushort)(0xfe00 | il[at++]);
            int table = code == OpCodes.Switch.Value ? 4 * BinaryPrimitives.ReadInt32LittleEndian(il[at..]) : 0;
            at += s_operandBytes[code] + table;
        }

        return begins;
    }
}
