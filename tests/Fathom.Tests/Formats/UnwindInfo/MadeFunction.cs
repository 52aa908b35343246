using Fathom.Formats.UnwindInfo;

namespace Fathom.Tests.Formats.UnwindInfo;

/// <summary>A made-up function of a random prolog: its unwind information, and what a processor does that runs it. Registers have the numbers of the instruction set.</summary>
internal sealed class MadeFunction
{
    public const int StackPointer = 4;
    private const int FramePointer = 5;
    private const int StackWords = 4096;
    private const ulong StackStart = 0x7ffe_0000_0000;

    private readonly List<Action<MadeFunction>> _steps = [];
    private readonly List<byte> _ends = [];
    private readonly List<byte[]> _codes = [];
    private readonly ulong[] _stack = new ulong[StackWords];
    private int _frame;
    private int _distance;

    /// <summary>Makes one.</summary>
    public MadeFunction(Random random)
    {
        Callers = [.. Enumerable.Range(0, 16).Select(_ => (ulong)random.NextInt64())];
        Callers[StackPointer] = StackStart + (StackWords * 8) - 800;
        bool hasFrame = random.Next(2) == 0;
        int[] pushed = [.. new[] { 3, 12, 13, 14, 15 }.OrderBy(_ => random.Next()).Take(random.Next(6))];
        if (hasFrame || random.Next(4) == 0)
            Push(FramePointer);
        foreach (int register in pushed)
            Push(register);
        int size = random.Next(4) switch { 0 => 0, 1 => 8 * random.Next(1, 17), 2 => 8 * random.Next(17, 1000), _ => 8 * random.Next(1000, 2500) };
        if (size > 0)
            Allocate(size, random.Next(2) == 0);
        if (hasFrame)
            SetFrame(16 * random.Next(size / 16 + 1), random.Next(3) == 0);
        if (size >= 64 && pushed.Length < 5 && random.Next(2) == 0)
            Save(new[] { 3, 12, 13, 14, 15 }.Except(pushed).First(), 8 * random.Next(size / 8), random.Next(2) == 0);
        if (hasFrame && random.Next(2) == 0)
            _steps.Add(static function => function.Now[StackPointer] -= 512);
        Now = [];
    }

    /// <summary>Registers of the caller, whose call has put the return address on the stack.</summary>
    public ulong[] Callers { get; }

    /// <summary>Registers at the place that was run to.</summary>
    public ulong[] Now { get; private set; }

    /// <summary>Instructions of the prolog, and a last one that takes more of the stack.</summary>
    public int Steps => _steps.Count;

    /// <summary>The unwind information.</summary>
    public byte[] Information()
    {
        List<byte> bytes = [1, _ends.LastOrDefault(), (byte)(_codes.Sum(static code => code.Length) / 2), (byte)(_frame | (_distance < 16 * 16 ? _distance / 16 << 4 : 0))];
        foreach (byte[] code in Enumerable.Reverse(_codes))
            bytes.AddRange(code);
        return [.. bytes];
    }

    /// <summary>Runs the first instructions.</summary>
    /// <returns>Where the function stands then, from its begin.</returns>
    public uint Run(int steps)
    {
        Array.Clear(_stack);
        Now = [.. Callers];
        Now[StackPointer] -= 8;
        Write(Now[StackPointer], 0x1234);
        foreach (Action<MadeFunction> step in _steps.Take(steps))
            step(this);
        return steps == 0 ? 0u : steps <= _ends.Count ? _ends[steps - 1] : 200u;
    }

    /// <summary>What rules say of the caller: its registers, and the return address last; null for a register that they do not know.</summary>
    public ulong?[] Undo(in UnwindRules rules)
    {
        ulong frame = Now[Number(rules.BaseRegister)] + (ulong)(long)rules.BaseOffset;
        ulong?[] found = new ulong?[17];
        for (int register = 0; register < 16; register++)
            found[Number(register)] = rules.TryGetSaved(register, out int offset) ? Read(frame + (ulong)(long)offset) : rules.IsLost(register) ? null : Now[Number(register)];
        found[StackPointer] = frame;
        found[16] = Read(frame - 8);
        return found;
    }

    private static int Number(int ofDwarf) => Enumerable.Range(0, 16).First(register => UnwindReader.DwarfNumber(register) == ofDwarf);

    private void Push(int register) => Add(register < 8 ? 1 : 2, [0, (byte)(register << 4)], function =>
    {
        function.Now[StackPointer] -= 8;
        function.Write(function.Now[StackPointer], function.Now[register]);
        // What the function does with it.
        function.Now[register] = 0xdead;
    });

    private void Allocate(int size, bool isLong)
    {
        byte[] code = size <= 128 && !isLong ? [0, (byte)(2 | ((size / 8) - 1) << 4)]
            : size / 8 <= ushort.MaxValue && !isLong ? [0, 1, (byte)(size / 8), (byte)(size / 8 >> 8)]
            : [0, 1 | (1 << 4), .. BitConverter.GetBytes(size)];
        Add(7, code, function => function.Now[StackPointer] -= (ulong)size);
    }

    private void SetFrame(int distance, bool isLarge)
    {
        (_frame, _distance) = (FramePointer, distance);
        isLarge |= distance >= 16 * 16;
        _distance = isLarge ? 16 * 16 : distance;
        Add(5, isLarge ? [0, 11, .. BitConverter.GetBytes(distance / 16)] : [0, 3], function => function.Now[FramePointer] = function.Now[StackPointer] + (ulong)distance);
    }

    private void Save(int register, int offset, bool isFar)
    {
        byte[] code = isFar ? [0, (byte)(5 | register << 4), .. BitConverter.GetBytes(offset)] : [0, (byte)(4 | register << 4), (byte)(offset / 8), (byte)(offset / 8 >> 8)];
        Add(8, code, function =>
        {
            function.Write(function.Now[StackPointer] + (ulong)offset, function.Now[register]);
            function.Now[register] = 0xbeef;
        });
    }

    private void Add(int length, byte[] code, Action<MadeFunction> step)
    {
        byte end = (byte)(_ends.LastOrDefault() + length);
        code[0] = end;
        _ends.Add(end);
        _codes.Add(code);
        _steps.Add(step);
    }

    private void Write(ulong address, ulong value) => _stack[(address - StackStart) / 8] = value;

    private ulong? Read(ulong address) => (address - StackStart) / 8 is var at && at < StackWords ? _stack[at] : null;
}
