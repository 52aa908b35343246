using System.Globalization;
using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Tests.Formats.PerfData;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Writes a recording of switches and of threads that enter waits for futexes, with made-up times and stacks.</summary>
internal sealed class MadeSchedule
{
    public const int FutexNumber = 202;

    private const PerfSampleFields Fields = PerfDataBytes.Usual | PerfSampleFields.Callchain | PerfSampleFields.Raw;
    private const ulong SwitchId = 1;
    private const ulong EnterId = 2;
    private const int SwitchFormat = 300;
    private const int EnterFormat = 301;
    private const int ExitFormat = 302;

    private readonly PerfDataBytes _content;

    /// <summary>Begins.</summary>
    /// <param name="hasExits">Whether the ends of the calls are recorded too.</param>
    public MadeSchedule(bool hasExits = false)
    {
        _content = new PerfDataBytes()
            .Event([SwitchId], Fields, type: 2, config: SwitchFormat)
            .Event([EnterId], Fields, type: 2, config: EnterFormat)
            .Feature(1, w => w.Write(Section()));
        if (hasExits)
            _content.Event([3], Fields, type: 2, config: ExitFormat);
    }

    /// <summary>A thread enters a wait for a futex.</summary>
    public MadeSchedule Enter(ulong timeNs, int tid, params ulong[] userFrames) => Add(EnterId, timeNs, tid, userFrames, w =>
    {
        w.Write(0L);
        w.Write(FutexNumber);
        w.Write(0);
        w.Write(new byte[4]);
    });

    /// <summary>A processor goes from one thread to another.</summary>
    public MadeSchedule Switch(ulong timeNs, int from, int to, long state, params ulong[] userFrames) => SwitchElsewhere(timeNs, from, from, to, state, userFrames);

    /// <summary>The same, of a recorder in a PID namespace where the thread that leaves has another number (0 outside it, -1 where it has ended) than the kernel gives it.</summary>
    public MadeSchedule SwitchElsewhere(ulong timeNs, int tid, int from, int to, long state, params ulong[] userFrames) => Add(SwitchId, timeNs, tid, userFrames, w =>
    {
        w.Write(0L);
        w.Write(new byte[16]);
        w.Write(from);
        w.Write(120);
        w.Write(state);
        w.Write(new byte[16]);
        w.Write(to);
        w.Write(120);
        w.Write(new byte[4]);
    });

    /// <summary>Records were lost.</summary>
    public MadeSchedule Lost(ulong timeNs)
    {
        _content.Kernel(PerfRecordType.Lost, timeNs, static w =>
        {
            w.Write(1L);
            w.Write(5L);
        });
        return this;
    }

    /// <summary>A thread begins.</summary>
    public MadeSchedule Begin(ulong timeNs, int tid) => Task(PerfRecordType.Fork, timeNs, tid, cpu: 2);

    /// <summary>A thread ends, as the one that runs on the processor of the switches.</summary>
    public MadeSchedule Exit(ulong timeNs, int tid) => Task(PerfRecordType.Exit, timeNs, tid, cpu: 0);

    /// <summary>The recording.</summary>
    public byte[] File() => _content.File();

    private MadeSchedule Task(PerfRecordType type, ulong timeNs, int tid, long cpu)
    {
        _content.Kernel(
            type,
            timeNs,
            w =>
            {
                w.Write(4);
                w.Write(4);
                w.Write(tid);
                w.Write(4);
                w.Write(timeNs);
            },
            cpu: cpu);
        return this;
    }

    private MadeSchedule Add(ulong id, ulong timeNs, int tid, ulong[] userFrames, Action<BinaryWriter> raw)
    {
        byte[] fields = PerfDataBytes.Bytes(raw);
        _content.Record(PerfRecordType.Sample, w =>
        {
            w.Write(id);
            w.Write(0xffff_ffff_8100_0000);
            w.Write(4);
            w.Write(tid);
            w.Write(timeNs);
            w.Write(0L);
            w.Write((long)userFrames.Length + 3);
            w.Write(CallchainMarker.Kernel);
            w.Write(0xffff_ffff_8100_0000 + id);
            w.Write(CallchainMarker.User);
            foreach (ulong frame in userFrames)
                w.Write(frame);
            w.Write(fields.Length);
            w.Write(fields);
        });
        return this;
    }

    private static byte[] Section() => PerfDataBytes.Bytes(w =>
    {
        w.Write("\x17\x08\x44tracing0.6\0"u8);
        w.Write((byte)0);
        w.Write((byte)8);
        w.Write(4096);
        w.Write("header_page\0"u8);
        w.Write(0L);
        w.Write("header_event\0"u8);
        w.Write(0L);
        w.Write(0);
        w.Write(2);
        w.Write("sched\0"u8);
        w.Write(1);
        Format(w, "sched_switch", SwitchFormat, [
            ("char prev_comm[16]", 16), ("pid_t prev_pid", 4), ("int prev_prio", 4), ("long prev_state", 8), ("char next_comm[16]", 16), ("pid_t next_pid", 4), ("int next_prio", 4)]);
        w.Write("syscalls\0"u8);
        w.Write(2);
        Format(w, "sys_enter_futex", EnterFormat, [("int __syscall_nr", 4)]);
        Format(w, "sys_exit_futex", ExitFormat, [("int __syscall_nr", 4)]);
        w.Write(0);
        w.Write(0);
        w.Write(0L);
    });

    private static void Format(BinaryWriter writer, string name, int id, (string Declaration, int Bytes)[] fields)
    {
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"name: {name}\nID: {id}\nformat:\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n");
        int at = 8;
        foreach ((string declaration, int bytes) in fields)
        {
            text.Append(CultureInfo.InvariantCulture, $"\tfield:{declaration};\toffset:{at};\tsize:{bytes};\tsigned:1;\n");
            at += bytes;
        }

        byte[] format = Encoding.UTF8.GetBytes(text.Append("\nprint fmt: \"\"\n").ToString());
        writer.Write((long)format.Length);
        writer.Write(format);
    }
}
