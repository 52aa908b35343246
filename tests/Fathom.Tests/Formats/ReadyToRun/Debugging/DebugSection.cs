using Fathom.Formats.ReadyToRun.Debugging;

namespace Fathom.Tests.Formats.ReadyToRun.Debugging;

/// <summary>Writes sections of debug information. It has one method in each block of the array, so that the array needs no tree.</summary>
internal static class DebugSection
{
    private const int Block = 16;

    /// <summary>Bounds as a compiler could have written them.</summary>
    public static List<NativeBound> Random(Random random)
    {
        List<NativeBound> bounds = [];
        uint native = 0;
        for (int count = random.Next(1, 40); count > 0; count--)
        {
            BoundKind kind = (BoundKind)random.Next(4);
            int il = kind == BoundKind.Body ? random.Next(1 << random.Next(1, 31)) : -1;
            bounds.Add(new NativeBound(native, kind, il, random.Next(2) == 0, random.Next(2) == 0));
            native += (uint)random.Next(1 << random.Next(1, 12));
        }

        return bounds;
    }

    /// <summary>Number of the piece of code of a method.</summary>
    public static int Function(int method) => (method * Block) + (method % Block);

    /// <summary>Writes a section.</summary>
    /// <param name="methods">The bounds of each method. Those that are the same object are written once.</param>
    /// <param name="major">Version of the image.</param>
    /// <param name="isFat">Whether methods have further parts, which versions from 17 on may have.</param>
    public static byte[] Write(IReadOnlyList<List<NativeBound>> methods, int major, bool isFat)
    {
        const int table = 5, width = 4;
        List<byte> section = [];
        Number(section, (uint)((methods.Count * Block) << 2) | 2, table);
        int first = section.Count;
        section.AddRange(new byte[methods.Count * width]);
        Dictionary<List<NativeBound>, int> written = new(ReferenceEqualityComparer.Instance);
        for (int method = 0; method < methods.Count; method++)
        {
            Put(section, first + (method * width), BitConverter.GetBytes(section.Count - first));
            Number(section, (uint)(Function(method) % Block) << 2, 1);
            int element = section.Count;
            if (written.TryGetValue(methods[method], out int place))
            {
                Number(section, (uint)(element - place), table);
                continue;
            }

            Number(section, 0, 1);
            written.Add(methods[method], section.Count);
            section.AddRange(Method(methods[method], major, isFat));
        }

        return [.. section];
    }

    private static void Put(List<byte> section, int at, byte[] bytes)
    {
        for (int i = 0; i < bytes.Length; i++)
            section[at + i] = bytes[i];
    }

    // A number of the native format, of one byte or of five.
    private static void Number(List<byte> section, uint value, int most)
    {
        if (most == 1)
        {
            section.Add((byte)(value << 1));
            return;
        }

        section.Add(0x0f);
        section.AddRange(BitConverter.GetBytes(value));
    }

    private static byte[] Method(List<NativeBound> bounds, int major, bool isFat)
    {
        byte[] body = major < 16 ? InHalves(bounds) : InBits(bounds, major < 17 ? 2 : 3), others = [1, 2, 3, 4, 5];
        Halves head = new();
        if (isFat)
            head.Add(0);
        head.Add((uint)body.Length);
        head.Add((uint)others.Length);
        for (int part = 0; isFat && part < 4; part++)
            head.Add((uint)part);
        return [.. head.Bytes(), .. body, .. others, .. new byte[6]];
    }

    private static uint Il(NativeBound bound) => bound.Kind switch
    {
        BoundKind.Epilog => 0,
        BoundKind.Prolog => 1,
        BoundKind.Unmapped => 2,
        _ => (uint)bound.IlOffset + 3,
    };

    private static byte[] InHalves(List<NativeBound> bounds)
    {
        Halves halves = new();
        halves.Add((uint)bounds.Count);
        uint last = 0;
        foreach (NativeBound bound in bounds)
        {
            halves.Add(bound.NativeOffset - last);
            halves.Add(Il(bound));
            halves.Add((bound.IsCall ? 0x10u : 0) | (bound.IsStackEmpty ? 2u : 0));
            last = bound.NativeOffset;
        }

        return halves.Bytes();
    }

    private static byte[] InBits(List<NativeBound> bounds, int sourceBits)
    {
        List<bool> bits = [];
        uint last = 0, widest = 0, highest = 0;
        foreach (NativeBound bound in bounds)
        {
            (widest, highest, last) = (Math.Max(widest, bound.NativeOffset - last), Math.Max(highest, Il(bound)), bound.NativeOffset);
        }

        int nativeBits = Width(widest), ilBits = Width(highest);
        Halves head = new();
        head.Add((uint)bounds.Count);
        head.Add((uint)nativeBits - 1);
        head.Add((uint)ilBits - 1);
        last = 0;
        foreach (NativeBound bound in bounds)
        {
            uint isAsync = sourceBits == 3 && bound.IlOffset % 2 == 0 ? 4u : 0;
            Bits(bits, (bound.IsCall ? 1u : 0) | (bound.IsStackEmpty ? 2u : 0) | isAsync, sourceBits);
            Bits(bits, bound.NativeOffset - last, nativeBits);
            Bits(bits, Il(bound), ilBits);
            last = bound.NativeOffset;
        }

        byte[] body = new byte[(bits.Count + 7) / 8];
        for (int i = 0; i < bits.Count; i++)
            body[i / 8] |= (byte)(bits[i] ? 1 << (i % 8) : 0);
        return [.. head.Bytes(), .. body];
    }

    private static int Width(uint value) => Math.Max(1, 32 - System.Numerics.BitOperations.LeadingZeroCount(value));

    private static void Bits(List<bool> bits, uint value, int count)
    {
        for (int bit = 0; bit < count; bit++)
            bits.Add((value >> bit & 1) != 0);
    }

    private sealed class Halves
    {
        private readonly List<byte> _halves = [];

        public void Add(uint value)
        {
            int digits = 1;
            while (digits < 11 && value >> (3 * digits) != 0)
                digits++;
            for (int digit = digits - 1; digit >= 0; digit--)
                _halves.Add((byte)((digit > 0 ? 8u : 0) | (value >> (3 * digit) & 7)));
        }

        public byte[] Bytes() =>
            [.. _halves.Append((byte)0).Chunk(2).Where(static pair => pair.Length == 2).Select(static pair => (byte)(pair[0] | pair[1] << 4))];
    }
}
