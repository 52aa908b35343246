using System.Text;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Tracepoints;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Descriptions of tracepoints, and fields that are found by their name.</summary>
public sealed class TracingDataTests
{
    private const string Common = "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n";

    private const string Open = "name: sys_enter_openat\nID: 700\nformat:\n" + Common
        + "\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n\tfield:int dfd;\toffset:16;\tsize:8;\tsigned:0;\n\tfield:const char * filename;\toffset:24;\tsize:8;\tsigned:0;\n";

    private const string Exec = "name: sched_process_exec\nID: 701\nformat:\n" + Common
        + "\tfield:__data_loc char[] filename;\toffset:8;\tsize:4;\tsigned:0;\n\tfield:__rel_loc u32[] more;\toffset:12;\tsize:4;\tsigned:0;\n"
        + "\tfield:pid_t pid;\toffset:16;\tsize:4;\tsigned:1;\n\nprint fmt: \"filename=%s\", __get_str(filename)\n";

    [Fact]
    public void Fields_are_found_by_name_with_their_place_size_and_sign()
    {
        PerfDataReader reader = Read(Open, Exec);
        TraceFormat open = reader.Tracing.Find(700)!;

        Assert.Equal(("0.6", 8, 4096), (reader.Tracing.Version, reader.Tracing.LongBytes, reader.Tracing.PageSizeBytes));
        Assert.Equal("syscalls:sys_enter_openat", reader.Events[0].Name);
        Assert.Same(open, reader.Events[0].Format);
        Assert.Equal(new TraceField("filename", "const char *", TraceFieldKind.Number, 24, 8, false), open.Find("filename"));
        Assert.Equal(["common_type", "common_pid"], open.Fields.Where(field => field.IsCommon).Select(field => field.Name));
        Assert.Equal("7 shop\n", Encoding.UTF8.GetString(reader.Tracing.ThreadNames.Span));
        Assert.Equal("\"filename=%s\", __get_str(filename)", reader.Tracing.Find(701)!.Print);
    }

    [Fact]
    public void Texts_elsewhere_in_an_event_are_found_and_never_outside_of_it()
    {
        TraceFormat exec = Read(Open, Exec).Tracing.Find(701)!;
        byte[] raw = PerfDataBytes.Bytes(w =>
        {
            w.Write(0L);
            w.Write((6 << 16) | 20);
            // From the end of the field at 16: 26 - 16.
            w.Write((4 << 16) | 10);
            w.Write(-7);
            w.Write("/shop\0"u8);
            w.Write(0x01020304);
        });

        TraceField name = exec.Find("filename")!, more = exec.Find("more")!;
        Assert.Equal((TraceFieldKind.Dynamic, true, TraceFieldKind.DynamicRelative), (name.Kind, name.IsText, more.Kind));
        Assert.Equal("/shop", Encoding.UTF8.GetString(name.Text(raw)));
        Assert.Equal([4, 3, 2, 1], more.Bytes(raw).ToArray());
        Assert.True(exec.Find("pid")!.TryNumber(raw, out long pid));
        Assert.Equal(-7, pid);
        for (int length = 0; length < raw.Length; length++)
        {
            Assert.InRange(name.Text(raw.AsSpan(0, length)).Length, 0, length < 26 ? 0 : 5);
            Assert.Equal(0, more.Bytes(raw.AsSpan(0, length)).Length);
            Assert.Equal(length >= 20, exec.Find("pid")!.TryNumber(raw.AsSpan(0, length), out _));
        }
    }

    [Fact]
    public void Arguments_of_a_system_call_are_read_by_their_order()
    {
        SyscallEnterFields fields = SyscallEnterFields.Bind(Read(Open, Exec).Tracing.Find(700)!)!;
        byte[] raw = PerfDataBytes.Bytes(w =>
        {
            w.Write(0L);
            w.Write(257L);
            w.Write(-100L);
            w.Write(0x7fff_0000L);
        });

        Assert.True(fields.TryNumber(raw, out long number) && fields.TryArgument(raw, 1, out long name));
        Assert.Equal((257, 2), (number, fields.ArgumentCount));
        Assert.True(fields.TryArgument(raw, 1, out name));
        Assert.Equal(0x7fff_0000, name);
        Assert.False(fields.TryArgument(raw, 2, out _) || fields.TryArgument(raw, -1, out _) || fields.TryArgument(raw.AsSpan(0, 20), 1, out _));
        Assert.Null(SyscallEnterFields.Bind(Read(Open, Exec).Tracing.Find(701)!));
    }

    [Theory]
    [InlineData("REC->prev_state & 2048 ? \"+\" : \"\"", 2048, 0, true)]
    [InlineData("REC->prev_state & 2048 ? \"+\" : \"\"", 256, 256, false)]
    [InlineData("REC->prev_state & (((0x1 | 0x40) + 1) << 1) ? \"+\" : \"\"", 256, 0, true)]
    [InlineData("REC->prev_state & (((0x1 | 0x40) + 1) << 1) ? \"+\" : \"\"", 2, 2, false)]
    [InlineData("", 257, 1, true)]
    public void A_preempted_thread_is_known_on_kernels_of_all_ages(string print, long state, int expected, bool isPreempted)
    {
        SchedSwitchFields fields = SchedSwitchFields.Bind(Read(Switch(8, print)).Tracing.Find(300)!)!;
        Assert.True(fields.TryRead(PerfDataBytes.Bytes(w => SwitchEvent(w, state)), out SchedSwitch at));
        Assert.Equal((expected, isPreempted), (at.PreviousState, at.IsPreempted));
        Assert.Equal(("shop", 5, 6, 120), (Encoding.UTF8.GetString(at.PreviousName), at.PreviousTid, at.NextTid, at.NextPriority));
    }

    [Fact]
    public void Fields_at_other_places_are_read_from_there()
    {
        SchedSwitchFields fields = SchedSwitchFields.Bind(Read(Switch(16, "")).Tracing.Find(300)!)!;
        Assert.True(fields.TryRead(PerfDataBytes.Bytes(w => { w.Write(0L); SwitchEvent(w, 1); }), out SchedSwitch at));
        Assert.Equal((5, 6), (at.PreviousTid, at.NextTid));
        Assert.Null(SchedWakingFields.Bind(Read(Switch(16, "")).Tracing.Find(300)!));
    }

    [Fact]
    public void Sections_that_make_no_sense_are_known_and_the_records_are_read()
    {
        byte[] section = Section(Open, Exec);
        for (int length = 0; length < section.Length; length++)
        {
            PerfDataReader reader = RecordLines.Read(Recording(section[..length]).File()).Reader;
            Assert.Contains(Fathom.Formats.PerfData.Features.PerfFeature.TracingData, reader.Features.Damaged);
            Assert.Equal((PerfDataEnd.Complete, 1L), (reader.Totals.End, reader.Totals.Samples));
        }
    }

    private static PerfDataReader Read(params string[] formats)
    {
        PerfDataReader file = RecordLines.Read(Recording(Section(formats)).File()).Reader;
        PerfDataReader pipe = RecordLines.Read(Recording(Section(formats)).Pipe()).Reader;
        Assert.Equal(file.Tracing.Formats.Select(format => format.FullName), pipe.Tracing.Formats.Select(format => format.FullName));
        Assert.Empty(pipe.Features.Damaged);
        return file;
    }

    private static PerfDataBytes Recording(byte[] section) => new PerfDataBytes().Event([1], type: 2, config: 700).Feature(1, w => w.Write(section)).Sample(1, 10);

    private static byte[] Section(params string[] formats) => PerfDataBytes.Bytes(w =>
    {
        w.Write("\x17\x08\x44tracing"u8);
        w.Write("0.6\0"u8);
        w.Write((byte)0);
        w.Write((byte)8);
        w.Write(4096);
        w.Write("header_page\0"u8);
        w.Write(2L);
        w.Write("xy"u8);
        w.Write("header_event\0"u8);
        w.Write(0L);
        w.Write(0);
        w.Write(1);
        w.Write("syscalls\0"u8);
        w.Write(formats.Length);
        foreach (string format in formats)
        {
            w.Write((long)Encoding.UTF8.GetByteCount(format));
            w.Write(Encoding.UTF8.GetBytes(format));
        }

        w.Write(0);
        w.Write(0);
        w.Write(7L);
        w.Write("7 shop\n"u8);
    });

    private static string Switch(int start, string print)
    {
        StringBuilder text = new("name: sched_switch\nID: 300\nformat:\n");
        int at = start;
        foreach ((string declaration, int size) in (ReadOnlySpan<(string, int)>)[
            ("char prev_comm[16]", 16), ("pid_t prev_pid", 4), ("int prev_prio", 4), ("long prev_state", 8), ("char next_comm[16]", 16),
            ("pid_t next_pid", 4), ("int next_prio", 4)])
        {
            text.Append(System.Globalization.CultureInfo.InvariantCulture, $"\tfield:{declaration};\toffset:{at};\tsize:{size};\tsigned:1;\n");
            at += size;
        }

        return text.Append("\nprint fmt: ").Append(print).Append('\n').ToString();
    }

    private static void SwitchEvent(BinaryWriter writer, long state)
    {
        writer.Write(0L);
        writer.Write([.. "shop"u8, .. new byte[12]]);
        writer.Write(5);
        writer.Write(120);
        writer.Write(state);
        writer.Write([.. "next"u8, .. new byte[12]]);
        writer.Write(6);
        writer.Write(120);
    }
}
