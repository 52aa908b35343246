using System.Text;

namespace Fathom.Tests.Formats.Dwarf;

/// <summary>Writes a section of line tables with random programs, and notes what a reader has to find in it.</summary>
internal sealed class LineSection
{
    private const ulong Spacing = 1 << 27;
    private readonly Random _random;
    private readonly LineForm _form;
    private readonly List<byte> _names = [0];
    private readonly List<byte> _texts = [0];
    private readonly List<byte> _section = [];
    private ulong _base = Spacing;

    // The state that a program changes, as the standard words it.
    private ulong _address;
    private uint _operation;
    private int _file;
    private int _line;
    private int _column;

    private LineSection(Random random, LineForm form) => (_random, _form) = (random, form);

    /// <summary>The section.</summary>
    public byte[] Section => [.. _section];

    /// <summary>.debug_line_str.</summary>
    public byte[] Names => [.. _names];

    /// <summary>.debug_str.</summary>
    public byte[] Texts => [.. _texts];

    /// <summary>All rows in their order; those with the line -1 end a sequence.</summary>
    public List<ExpectedRow> Rows { get; } = [];

    /// <summary>Writes a section.</summary>
    public static LineSection Write(Random random, LineForm form, int units)
    {
        LineSection section = new(random, form);
        for (; units > 0; units--)
            section.Unit();
        return section;
    }

    private void Unit()
    {
        List<string> files = [];
        List<byte> tables = Tables(files), program = Program(files);
        List<byte> head = [_form.InstructionBytes];
        if (_form.Version >= 4)
            head.Add(_form.Operations);
        head.AddRange([1, (byte)_form.LineBase, _form.LineRange, _form.OpcodeBase]);
        for (int opcode = 1; opcode < _form.OpcodeBase; opcode++)
            head.Add(Numbers(opcode));
        head.AddRange(tables);
        // Readers have to find the program by the length of the head.
        head.AddRange(new byte[_random.Next(4)]);

        List<byte> unit = [.. BitConverter.GetBytes((ushort)_form.Version)];
        if (_form.Version == 5)
            unit.AddRange([8, 0]);
        Offset(unit, head.Count);
        unit.AddRange(head);
        unit.AddRange(program);
        if (_form.Is64Bit)
            _section.AddRange([0xff, 0xff, 0xff, 0xff]);
        Offset(_section, unit.Count);
        _section.AddRange(unit);
    }

    private static byte Numbers(int opcode) => opcode switch
    {
        1 or 6 or 7 or 8 or 10 or 11 => 0,
        <= 12 => 1,
        _ => (byte)(opcode % 3),
    };

    private List<byte> Tables(List<string> files)
    {
        string[] folders = [.. Enumerable.Range(0, _random.Next(1, 5)).Select(i => i % 2 == 0 ? $"/home/é{i}" : $"sub/{i}")];
        List<byte> bytes = [];
        if (_form.Version < 5)
        {
            foreach (string folder in folders)
                Text(bytes, folder);
            bytes.Add(0);
            files.Add("");
            for (int count = _random.Next(1, 40); count > 0; count--)
                File(bytes, files, folders);
            bytes.Add(0);
            return bytes;
        }

        folders[0] = "/home";
        int form = _random.Next(3);
        bytes.AddRange([1, 1]);
        bytes.Add(FormOf(form));
        Unsigned(bytes, (ulong)folders.Length);
        foreach (string folder in folders)
            Name(bytes, folder, form);
        form = _random.Next(3);
        // Path, folder, MD5 and a time of no use.
        bytes.AddRange([4, 1, FormOf(form), 2, 0x0b, 5, 0x1e, 3, 0x09]);
        int all = _random.Next(1, 200);
        Unsigned(bytes, (ulong)all);
        for (int i = 0; i < all; i++)
        {
            int folder = _random.Next(folders.Length);
            string name = i % 7 == 6 ? $"/abs/f{i}.c" : $"f{i}.c";
            Name(bytes, name, form);
            bytes.Add((byte)folder);
            bytes.AddRange(new byte[16]);
            bytes.AddRange([2, 7, 7]);
            string path = folders[folder].StartsWith('/') ? folders[folder] : "/home/" + folders[folder];
            files.Add(name.StartsWith('/') ? name : $"{path}/{name}");
        }

        return bytes;
    }

    private static byte FormOf(int form) => form switch { 0 => 0x08, 1 => 0x1f, _ => 0x0e };

    private void Name(List<byte> bytes, string name, int form)
    {
        if (form == 0)
        {
            Text(bytes, name);
            return;
        }

        List<byte> texts = form == 1 ? _names : _texts;
        Offset(bytes, texts.Count);
        Text(texts, name);
    }

    private void File(List<byte> bytes, List<string> files, string[] folders)
    {
        int folder = _random.Next(folders.Length + 1);
        string name = $"g{files.Count}.c";
        Text(bytes, name);
        Unsigned(bytes, (ulong)folder);
        Unsigned(bytes, (ulong)_random.Next(100_000));
        Unsigned(bytes, (ulong)_random.Next(100_000));
        files.Add(folder == 0 ? name : $"{folders[folder - 1]}/{name}");
    }

    private List<byte> Program(List<string> files)
    {
        List<byte> bytes = [];
        int sequences = _random.Next(1, 5);
        ulong[] bases = [.. Enumerable.Range(0, sequences).Select(i => _base + (Spacing * (ulong)i) + (ulong)_random.Next(100))];
        _base += Spacing * (ulong)sequences;
        // Compilers need not write sequences in the order of their addresses.
        _random.Shuffle(bases);
        foreach (ulong start in bases)
        {
            (_address, _operation, _file, _line, _column) = (start, 0, 1, 1, 0);
            bytes.AddRange([0, 9, 2]);
            bytes.AddRange(BitConverter.GetBytes(start));
            for (int rows = _random.Next(1, 600); rows > 0; rows--)
                Steps(bytes, files);
            Row(isEnd: true, files);
            bytes.AddRange([0, 1, 1]);
        }

        return bytes;
    }

    // Some opcodes, and a row.
    private void Steps(List<byte> bytes, List<string> files)
    {
        for (int count = _random.Next(5); count > 0; count--)
            Step(bytes, files);
        if (_random.Next(3) > 0)
        {
            int opcode = _random.Next(_form.OpcodeBase, 256), distance = opcode - _form.OpcodeBase;
            int lines = _form.LineBase + (distance % _form.LineRange);
            if (_line + lines > 0)
            {
                bytes.Add((byte)opcode);
                Advance((uint)(distance / _form.LineRange));
                _line += lines;
                Row(isEnd: false, files);
                return;
            }
        }

        if (_form.OpcodeBase <= 1)
            return;
        bytes.Add(1);
        Row(isEnd: false, files);
    }

    private void Step(List<byte> bytes, List<string> files)
    {
        int opcode = _random.Next(2, 16);
        if (opcode >= _form.OpcodeBase)
            opcode = 0;
        if (opcode != 0)
            bytes.Add((byte)opcode);
        switch (opcode)
        {
            case 0:
                Long(bytes, files);
                break;
            case 2:
                uint operations = (uint)_random.Next(1 << _random.Next(1, 14));
                Unsigned(bytes, operations);
                Advance(operations);
                break;
            case 3:
                int lines = _random.Next(-1000, 1 << _random.Next(4, 20));
                lines = _line + lines is > 0 and < 10_000_000 ? lines : 1 - _line;
                Signed(bytes, lines);
                _line += lines;
                break;
            case 4:
                _file = _random.Next(_form.Version == 5 ? 0 : 1, files.Count);
                Unsigned(bytes, (ulong)_file);
                break;
            case 5:
                _column = _random.Next(1 << _random.Next(1, 12));
                Unsigned(bytes, (ulong)_column);
                break;
            case 8:
                Advance((uint)((255 - _form.OpcodeBase) / _form.LineRange));
                break;
            case 9:
                ushort distance = (ushort)_random.Next(ushort.MaxValue);
                bytes.AddRange(BitConverter.GetBytes(distance));
                _address += distance;
                _operation = 0;
                break;
            default:
                for (int numbers = Numbers(opcode); numbers > 0; numbers--)
                    Unsigned(bytes, (ulong)_random.NextInt64(1L << _random.Next(60)));
                break;
        }
    }

    private void Long(List<byte> bytes, List<string> files)
    {
        List<byte> content = [];
        switch (_random.Next(3))
        {
            case 0:
                content.Add(4);
                Unsigned(content, (ulong)_random.Next(1000));
                break;
            case 1 when _form.Version < 5:
                content.Add(3);
                File(content, files, []);
                break;
            default:
                content.AddRange([0x80, 1, 2, 3]);
                break;
        }

        bytes.Add(0);
        Unsigned(bytes, (ulong)content.Count);
        bytes.AddRange(content);
    }

    private void Advance(uint operations)
    {
        for (; operations > 0; operations--)
        {
            if (++_operation == _form.Operations)
            {
                _operation = 0;
                _address += _form.InstructionBytes;
            }
        }
    }

    private void Row(bool isEnd, List<string> files) =>
        Rows.Add(isEnd
            ? new ExpectedRow(_address, "", -1, 0)
            : new ExpectedRow(_address, _file < files.Count ? files[_file] : "", _line, _column));

    private void Offset(List<byte> bytes, int value) =>
        bytes.AddRange(_form.Is64Bit ? BitConverter.GetBytes((ulong)value) : BitConverter.GetBytes((uint)value));

    private static void Text(List<byte> bytes, string text)
    {
        bytes.AddRange(Encoding.UTF8.GetBytes(text));
        bytes.Add(0);
    }

    private static void Unsigned(List<byte> bytes, ulong value)
    {
        for (; value >= 0x80; value >>= 7)
            bytes.Add((byte)(value | 0x80));
        bytes.Add((byte)value);
    }

    private static void Signed(List<byte> bytes, long value)
    {
        for (; value is < -64 or > 63; value >>= 7)
            bytes.Add((byte)((value & 0x7f) | 0x80));
        bytes.Add((byte)(value & 0x7f));
    }
}
