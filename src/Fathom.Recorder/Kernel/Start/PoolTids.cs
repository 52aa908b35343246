using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Scheduling;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>Which threads have the name of pool threads, by the records of names and begins. Nothing is allocated after it was made.</summary>
internal sealed unsafe class PoolTids : IDisposable
{
    // All numbers that the kernel gives to threads.
    private const uint Most = 1 << 22;
    private const int PidBytes = 4;
    private const int Head = 8;

    private static readonly byte[] s_name = Encoding.ASCII.GetBytes(PoolTurns.ThreadName);

    private readonly byte* _bits = (byte*)NativeMemory.AllocZeroed(Most / 8);

    /// <summary>Whether a thread has it now.</summary>
    public bool Has(uint tid) => tid < Most && (_bits[tid >> 3] & (1 << (int)(tid & 7))) != 0;

    /// <summary>A thread has a name.</summary>
    public void Named(uint tid, ReadOnlySpan<byte> name) => Set(tid, name.SequenceEqual(s_name));

    /// <summary>Learns from a record of a name or a begin; a thread has the name of the one that began it until it gets another.</summary>
    public void On(ReadOnlySpan<byte> record)
    {
        switch ((PerfRecordType)BinaryPrimitives.ReadUInt32LittleEndian(record))
        {
            // Process and thread, then the name, which ends with 0.
            case PerfRecordType.Comm when record.Length > Head + (2 * PidBytes):
                ReadOnlySpan<byte> name = record[(Head + (2 * PidBytes))..];
                Named(Number(record, 1), name[..Math.Max(0, name.IndexOf((byte)0))]);
                break;
            // Process, its parent, thread, its parent.
            case PerfRecordType.Fork when record.Length >= Head + (4 * PidBytes):
                Set(Number(record, 2), Has(Number(record, 3)));
                break;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => NativeMemory.Free(_bits);

    private static uint Number(ReadOnlySpan<byte> record, int index) => BinaryPrimitives.ReadUInt32LittleEndian(record[(Head + (index * PidBytes))..]);

    private void Set(uint tid, bool isOne)
    {
        if (tid >= Most)
            return;
        byte bit = (byte)(1 << (int)(tid & 7));
        _bits[tid >> 3] = (byte)(isOne ? _bits[tid >> 3] | bit : _bits[tid >> 3] & ~bit);
    }
}
