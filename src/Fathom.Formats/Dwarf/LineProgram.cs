namespace Fathom.Formats.Dwarf;

/// <summary>Runs the program that makes the rows of a line table.</summary>
/// <remarks>
/// <code>
/// opcode   0 long: number of bytes that follow, then 1 end of the sequence, 2 address, 3 one more file, others passed over
///          1 row                              2 add to the address: number         3 add to the line: number with a sign
///          4 file: number                     5 column: number                     6, 7, 10, 11 marks, not used here
///          8 add to the address as opcode 255 would    9 add to the address: 2 bytes    12 and others: numbers, not used here
///          from the first short one on: add (opcode - first) / range to the address, base + (opcode - first) % range to the line; row
/// </code>
/// <para>What is added to the address counts operations, of which a word may have several; opcode 9 counts bytes.</para>
/// </remarks>
internal ref struct LineProgram
{
    private const byte FirstShort = 255;

    private readonly LineUnit _unit;
    private DwarfCursor _cursor;
    private ulong _address;
    private uint _operation;
    private uint _file;
    private uint _line;
    private uint _column;

    /// <summary>Begins with the first row of a unit.</summary>
    public LineProgram(LineUnit unit)
    {
        _unit = unit;
        _cursor = new DwarfCursor(unit.Bytes, unit.Program);
        Reset();
    }

    /// <summary>Goes on behind a row.</summary>
    /// <param name="unit">The unit.</param>
    /// <param name="row">The row.</param>
    /// <param name="next">Where the program went on behind it.</param>
    public LineProgram(LineUnit unit, in LineRow row, int next)
    {
        _unit = unit;
        _cursor = new DwarfCursor(unit.Bytes, next);
        (_address, _operation, _file, _line, _column) = (row.Address, row.Operation, row.File, row.Line, row.Column);
    }

    /// <summary>Where the program goes on.</summary>
    public readonly int At => _cursor.At;

    /// <summary>Whether the program is cut off.</summary>
    public readonly bool IsDamaged => _cursor.IsDamaged;

    /// <summary>Where the file is that the program adds now; 0 where it adds none.</summary>
    public int FileAdded { get; private set; }

    /// <summary>Makes the next row.</summary>
    /// <returns>False at the end, and where a file is added.</returns>
    public bool TryNext(out LineRow row)
    {
        row = default;
        FileAdded = 0;
        while (!_cursor.IsAtEnd)
        {
            byte opcode = _cursor.Byte();
            if (opcode >= _unit.OpcodeBase)
            {
                int distance = opcode - _unit.OpcodeBase;
                Advance((ulong)(distance / _unit.LineRange));
                _line = (uint)((int)_line + _unit.LineBase + (distance % _unit.LineRange));
                row = Row(isEnd: false);
                return true;
            }

            switch (opcode)
            {
                case 0:
                    if (!Long(out bool isEnd))
                        return false;
                    if (!isEnd)
                        break;
                    row = Row(isEnd: true);
                    Reset();
                    return true;
                case 1:
                    row = Row(isEnd: false);
                    return !_cursor.IsDamaged;
                case 2:
                    Advance(_cursor.Unsigned());
                    break;
                case 3:
                    _line = (uint)(_line + _cursor.Signed());
                    break;
                case 4:
                    _file = Number();
                    break;
                case 5:
                    _column = Number();
                    break;
                case 6 or 7 or 10 or 11:
                    break;
                case 8:
                    Advance((ulong)((FirstShort - _unit.OpcodeBase) / _unit.LineRange));
                    break;
                case 9:
                    _address += _cursor.UInt16();
                    _operation = 0;
                    break;
                default:
                    for (int numbers = _unit.OpcodeLengths[opcode - 1]; numbers > 0; numbers--)
                        _cursor.Unsigned();
                    break;
            }
        }

        return false;
    }

    // False where a file is added, or the opcode is cut off.
    private bool Long(out bool isEnd)
    {
        isEnd = false;
        ulong length = _cursor.Unsigned();
        if (length == 0)
            return !_cursor.IsDamaged;
        int begin = _cursor.At;
        ReadOnlySpan<byte> content = _cursor.Take(length);
        if (content.IsEmpty)
            return false;
        DwarfCursor operand = new(content, 1);
        switch (content[0])
        {
            case 1:
                isEnd = true;
                return true;
            case 2 when content.Length is 5 or 9:
                _address = content.Length == 9 ? operand.UInt64() : operand.UInt32();
                _operation = 0;
                return true;
            case 3:
                FileAdded = begin + 1;
                return false;
            default:
                return true;
        }
    }

    private void Advance(ulong operations)
    {
        if (_unit.Operations == 1)
        {
            _address += _unit.InstructionBytes * operations;
            return;
        }

        ulong all = _operation + operations;
        _address += _unit.InstructionBytes * (all / _unit.Operations);
        _operation = (uint)(all % _unit.Operations);
    }

    private uint Number() => (uint)Math.Min(_cursor.Unsigned(), uint.MaxValue);

    private readonly LineRow Row(bool isEnd) => new(_address, _operation, _file, _line, _column, isEnd);

    private void Reset() => (_address, _operation, _file, _line, _column) = (0, 0, 1, 1, 0);
}
