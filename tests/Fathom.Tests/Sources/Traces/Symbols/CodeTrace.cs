using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Sources.Traces.Rows;
using Fathom.Tests.Formats.PerfData;

namespace Fathom.Tests.Sources.Traces.Symbols;

/// <summary>A recording of perf in which a process runs code of one library.</summary>
internal static class CodeTrace
{
    /// <summary>Its process.</summary>
    public const int Pid = 4;

    private const ulong Start = 0x7000_0000_0000;
    private const int User = 2;
    private const int WithBuildId = 1 << 14;

    /// <summary>The recording.</summary>
    /// <param name="path">Path of the library.</param>
    /// <param name="buildId">Its build id; empty for none.</param>
    /// <param name="mapped">How it was mapped.</param>
    /// <param name="stacks">Places in the file, innermost first, of one sample each.</param>
    public static byte[] Of(string path, string buildId, CodeRange mapped, params ulong[][] stacks)
    {
        byte[] id = Convert.FromHexString(buildId);
        PerfDataBytes trace = new PerfDataBytes().Event([1], PerfDataBytes.Usual | PerfSampleFields.Callchain);
        trace.Kernel(PerfRecordType.Comm, 50, w => Pair(w, "app"), User);
        trace.Kernel(
            PerfRecordType.Mmap2,
            100,
            w =>
            {
                w.Write(Pid);
                w.Write(Pid);
                w.Write(Start);
                w.Write(mapped.Bytes);
                w.Write(mapped.FileOffset);
                w.Write((byte)id.Length);
                w.Write(new byte[3]);
                w.Write(id);
                w.Write(new byte[20 - id.Length]);
                w.Write(5);
                w.Write(2);
                PerfDataBytes.Name(w, path);
            },
            id.Length == 0 ? User : User | WithBuildId,
            Pid);
        ulong time = 1_000;
        foreach (ulong[] stack in stacks)
            trace.Record(PerfRecordType.Sample, w => Sample(w, time += 1_000, [.. stack.Select(place => place - mapped.FileOffset + Start)]), User);
        return trace.File();
    }

    private static void Pair(BinaryWriter writer, string name)
    {
        writer.Write(Pid);
        writer.Write(Pid);
        PerfDataBytes.Name(writer, name);
    }

    private static void Sample(BinaryWriter writer, ulong time, ulong[] addresses)
    {
        writer.Write(1UL);
        writer.Write(addresses[0]);
        writer.Write(Pid);
        writer.Write(Pid);
        writer.Write(time);
        writer.Write(2L);
        writer.Write(addresses.Length + 1L);
        writer.Write(CallchainMarker.User);
        foreach (ulong address in addresses)
            writer.Write(address);
    }
}
