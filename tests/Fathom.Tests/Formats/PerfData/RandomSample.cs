using System.Numerics;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>A sample of random fields, which is written in the order that <c>linux/perf_event.h</c> gives.</summary>
internal sealed class RandomSample
{
    private readonly Dictionary<PerfSampleFields, ulong> _numbers = [];
    private readonly PerfSampleFields _fields;
    private readonly ulong[] _chain, _userRegisters, _interruptRegisters, _read;
    private readonly PerfBranch[] _branches;
    private readonly byte[] _raw, _stack, _aux;
    private readonly int _stackUsed;
    private readonly bool _hasUserRegisters;

    public RandomSample(Random random, PerfSampleFields fields, ulong readFormat, ulong userMask, ulong interruptMask)
    {
        _fields = fields;
        foreach (PerfSampleFields field in Enum.GetValues<PerfSampleFields>())
            _numbers[field] = (ulong)random.NextInt64();
        _numbers[PerfSampleFields.Time] = (ulong)random.NextInt64(1, 1 << 20);
        _chain = Numbers(random, random.Next(0, 30));
        _raw = Bytes(random, (random.Next(0, 20) * 8) + 4);
        _branches = [.. Enumerable.Range(0, random.Next(0, 5)).Select(_ => new PerfBranch((ulong)random.NextInt64(), (ulong)random.NextInt64(), (ulong)random.NextInt64()))];
        _hasUserRegisters = random.Next(3) > 0;
        _userRegisters = Numbers(random, _hasUserRegisters ? BitOperations.PopCount(userMask) : 0);
        _interruptRegisters = Numbers(random, BitOperations.PopCount(interruptMask));
        _stack = Bytes(random, random.Next(0, 20) * 8);
        _stackUsed = random.Next(0, _stack.Length + 1);
        _aux = Bytes(random, random.Next(0, 5) * 8);
        int each = 1 + BitOperations.PopCount(readFormat & 20);
        int times = BitOperations.PopCount(readFormat & 3);
        ulong values = (ulong)random.Next(1, 4);
        _read = (readFormat & 8) == 0 ? Numbers(random, each + times) : [values, .. Numbers(random, times + (each * (int)values))];
    }

    public ulong TimeNs => _numbers[PerfSampleFields.Time];

    public void Write(BinaryWriter writer, ulong id, bool hasIndex)
    {
        _numbers[PerfSampleFields.Identifier] = _numbers[PerfSampleFields.Id] = id;
        Number(writer, PerfSampleFields.Identifier);
        Number(writer, PerfSampleFields.Ip);
        Number(writer, PerfSampleFields.Tid);
        Number(writer, PerfSampleFields.Time);
        Number(writer, PerfSampleFields.Address);
        Number(writer, PerfSampleFields.Id);
        Number(writer, PerfSampleFields.StreamId);
        Number(writer, PerfSampleFields.Cpu);
        Number(writer, PerfSampleFields.Period);
        If(PerfSampleFields.Read, () => All(writer, _read));
        If(PerfSampleFields.Callchain, () => { writer.Write((long)_chain.Length); All(writer, _chain); });
        If(PerfSampleFields.Raw, () => { writer.Write(_raw.Length); writer.Write(_raw); });
        If(PerfSampleFields.BranchStack, () => Branches(writer, hasIndex));
        If(PerfSampleFields.UserRegisters, () => { writer.Write(_hasUserRegisters ? 2L : 0); All(writer, _userRegisters); });
        If(PerfSampleFields.UserStack, () => Stack(writer));
        Number(writer, PerfSampleFields.Weight);
        Number(writer, PerfSampleFields.DataSource);
        Number(writer, PerfSampleFields.Transaction);
        If(PerfSampleFields.InterruptRegisters, () => { writer.Write(1L); All(writer, _interruptRegisters); });
        Number(writer, PerfSampleFields.PhysicalAddress);
        Number(writer, PerfSampleFields.Cgroup);
        Number(writer, PerfSampleFields.DataPageSize);
        Number(writer, PerfSampleFields.CodePageSize);
        If(PerfSampleFields.Aux, () => { writer.Write((long)_aux.Length); writer.Write(_aux); });
    }

    /// <summary>Checks a sample that was written anew without registers and stack.</summary>
    public void CheckShort(in PerfSample read, ulong[] chain, ulong weight)
    {
        CheckOthers(read, weight);
        Assert.Equal(chain, read.Callchain.ToArray());
        Assert.True(read.UserRegisters.IsEmpty && read.UserStack.IsEmpty);
    }

    public void Check(in PerfSample read)
    {
        CheckOthers(read, Value(PerfSampleFields.Weight));
        Same(PerfSampleFields.Callchain, _chain, read.Callchain);
        Same(PerfSampleFields.UserRegisters, _userRegisters, read.UserRegisters);
        Same(PerfSampleFields.UserStack, _stack[.._stackUsed], read.UserStack);
    }

    private void CheckOthers(in PerfSample read, ulong weight)
    {
        Assert.Equal(Value(PerfSampleFields.Time), (ulong)read.TimeNs);
        Assert.Equal(Value(PerfSampleFields.Ip), read.Ip);
        Assert.Equal(Value(PerfSampleFields.Address), read.Address);
        Assert.Equal(Value(PerfSampleFields.Identifier), read.Id);
        Assert.Equal(Value(PerfSampleFields.StreamId), read.StreamId);
        Assert.Equal(Has(PerfSampleFields.Tid) ? (int)Value(PerfSampleFields.Tid) : -1, read.Pid);
        Assert.Equal(Has(PerfSampleFields.Tid) ? (int)(Value(PerfSampleFields.Tid) >> 32) : -1, read.Tid);
        Assert.Equal(Has(PerfSampleFields.Cpu) ? (int)Value(PerfSampleFields.Cpu) : -1, read.Cpu);
        Assert.Equal(Has(PerfSampleFields.Period) ? Value(PerfSampleFields.Period) : 1, read.Period);
        Assert.Equal(weight, read.Weight);
        Assert.Equal(Value(PerfSampleFields.DataSource), read.DataSource);
        Assert.Equal(Value(PerfSampleFields.Transaction), read.Transaction);
        Assert.Equal(Value(PerfSampleFields.PhysicalAddress), read.PhysicalAddress);
        Assert.Equal(Value(PerfSampleFields.Cgroup), read.CgroupId);
        Assert.Equal(Value(PerfSampleFields.DataPageSize), read.DataPageSizeBytes);
        Assert.Equal(Value(PerfSampleFields.CodePageSize), read.CodePageSizeBytes);
        Same(PerfSampleFields.Read, _read, read.Read);
        Same(PerfSampleFields.Raw, _raw, read.Raw);
        Same(PerfSampleFields.BranchStack, _branches, read.Branches);
        Same(PerfSampleFields.InterruptRegisters, _interruptRegisters, read.InterruptRegisters);
        Same(PerfSampleFields.Aux, _aux, read.Aux);
    }

    private void Branches(BinaryWriter writer, bool hasIndex)
    {
        writer.Write((long)_branches.Length);
        if (hasIndex)
            writer.Write(-1L);
        foreach (PerfBranch branch in _branches)
            All(writer, [branch.From, branch.To, branch.Flags]);
    }

    private void Stack(BinaryWriter writer)
    {
        writer.Write((long)_stack.Length);
        writer.Write(_stack);
        if (_stack.Length > 0)
            writer.Write((long)_stackUsed);
    }

    private void Same<T>(PerfSampleFields field, T[] expected, ReadOnlySpan<T> found) => Assert.Equal(Has(field) ? expected : [], found.ToArray());

    private bool Has(PerfSampleFields field) => (_fields & field) != 0;

    private ulong Value(PerfSampleFields field) => Has(field) ? _numbers[field] : 0;

    private void If(PerfSampleFields field, Action write)
    {
        if (Has(field))
            write();
    }

    private void Number(BinaryWriter writer, PerfSampleFields field) => If(field, () => writer.Write(_numbers[field]));

    private static void All(BinaryWriter writer, ulong[] values)
    {
        foreach (ulong value in values)
            writer.Write(value);
    }

    private static ulong[] Numbers(Random random, int count) => [.. Enumerable.Range(0, count).Select(_ => (ulong)random.NextInt64())];

    private static byte[] Bytes(Random random, int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }
}
