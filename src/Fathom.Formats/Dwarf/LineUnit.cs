namespace Fathom.Formats.Dwarf;

/// <summary>The head of the line table of one compilation unit. <see cref="LineTable"/> has the format.</summary>
internal readonly ref struct LineUnit
{
    private const uint Escape = 0xffff_ffff;
    private const uint Reserved = 0xffff_fff0;
    private const int Oldest = 2;
    private const int Newest = 5;
    private const int FirstWithOperations = 4;

    // It is looked through for each file of it.
    private const int MaxHead = 4 * 1024 * 1024;

    private LineUnit(ReadOnlySpan<byte> bytes, int at)
    {
        Bytes = bytes;
        At = at;
    }

    /// <summary>The section up to the end of the unit.</summary>
    public ReadOnlySpan<byte> Bytes { get; private init; }

    /// <summary>Where the unit begins in the section.</summary>
    public int At { get; }

    /// <summary>Version of the format.</summary>
    public int Version { get; private init; }

    /// <summary>Whether offsets have 8 bytes.</summary>
    public bool Is64Bit { get; private init; }

    /// <summary>Where the tables of folders and files begin.</summary>
    public int Files { get; private init; }

    /// <summary>Where the program begins.</summary>
    public int Program { get; private init; }

    /// <summary>Bytes of the shortest instruction.</summary>
    public uint InstructionBytes { get; private init; }

    /// <summary>Operations in an instruction word.</summary>
    public uint Operations { get; private init; }

    /// <summary>What a short opcode adds to the line at least.</summary>
    public int LineBase { get; private init; }

    /// <summary>How many different numbers of lines short opcodes add.</summary>
    public byte LineRange { get; private init; }

    /// <summary>The first short opcode.</summary>
    public byte OpcodeBase { get; private init; }

    /// <summary>Numbers behind each opcode that is not short, from opcode 1 on.</summary>
    public ReadOnlySpan<byte> OpcodeLengths { get; private init; }

    /// <summary>Reads a head.</summary>
    /// <param name="section">The section.</param>
    /// <param name="at">Where the unit begins.</param>
    /// <param name="unit">The head, where it can be read.</param>
    /// <param name="next">Where the next unit begins; the end of the section where that is not known.</param>
    /// <returns>Null; or why the unit cannot be read, as the end of a sentence.</returns>
    public static string? TryRead(ReadOnlySpan<byte> section, int at, out LineUnit unit, out int next)
    {
        unit = default;
        next = section.Length;
        DwarfCursor cursor = new(section, at);
        ulong length = cursor.UInt32();
        bool is64Bit = length == Escape;
        if (is64Bit)
            length = cursor.UInt64();
        else if (length >= Reserved)
            return "a length is reserved";
        if (cursor.IsDamaged || length > (ulong)(section.Length - cursor.At))
            return "a unit goes beyond the end";
        next = cursor.At + (int)length;
        ReadOnlySpan<byte> bytes = section[..next];
        cursor = new DwarfCursor(bytes, cursor.At);
        int version = cursor.UInt16();
        if (version is < Oldest or > Newest)
            return $"a unit has version {version}";
        if (version == Newest)
            cursor.Take(2);
        ulong headBytes = cursor.Offset(is64Bit);
        if (cursor.IsDamaged || headBytes > (ulong)(next - cursor.At))
            return "the head of a unit goes beyond its end";
        if (headBytes > MaxHead)
            return $"the head of a unit is larger than {MaxHead} bytes";
        int program = cursor.At + (int)headBytes;
        uint instructionBytes = cursor.Byte();
        uint operations = version >= FirstWithOperations ? Math.Max(1u, cursor.Byte()) : 1;
        cursor.Byte();
        int lineBase = (sbyte)cursor.Byte();
        byte lineRange = cursor.Byte(), opcodeBase = cursor.Byte();
        ReadOnlySpan<byte> lengths = cursor.Take((ulong)Math.Max(0, opcodeBase - 1));
        if (cursor.IsDamaged || cursor.At > program)
            return "the head of a unit goes beyond its end";
        if (lineRange == 0 || opcodeBase == 0)
            return "a unit has no range of lines or no opcodes";
        unit = new LineUnit(bytes, at)
        {
            Version = version,
            Is64Bit = is64Bit,
            Files = cursor.At,
            Program = program,
            InstructionBytes = instructionBytes,
            Operations = operations,
            LineBase = lineBase,
            LineRange = lineRange,
            OpcodeBase = opcodeBase,
            OpcodeLengths = lengths,
        };
        return null;
    }
}
