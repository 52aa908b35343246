using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Calls;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Calls;

/// <summary>Which file the descriptors of made-up calls lead to, and what rows say of them. Numbers of calls are those of x64.</summary>
public sealed class FileCallsTests
{
    private const int Read = 0, Write = 1, Close = 3, Dup2 = 33, Pipe = 22, Chdir = 80, Rename = 82, Fcntl = 72, Openat = 257, Newfstatat = 262, Unlinkat = 263;
    private const long Here = -100, ClosesAtExec = 0x80000;

    private readonly CollectingSink _sink = new();
    private readonly FileCalls _calls;
    private long _now = 1000;

    public FileCallsTests() => _calls = new FileCalls(_sink, isArm: false);

    [Fact]
    public void A_descriptor_leads_to_what_was_opened_until_it_is_closed()
    {
        Call(1, Openat, 5, "/a", [Here, 0]);
        Call(1, Read, 7, null, [5]);
        Call(1, Dup2, 9, null, [5, 9]);
        Call(1, Close, 0, null, [5]);
        Call(1, Write, 3, null, [9]);
        Call(1, Write, -9, null, [5]);

        Assert.Equal(["open /a", "read /a 7", "close /a", "write /a 3", "write ? EBADF unknown"], Told());
    }

    [Fact]
    public void A_relative_name_begins_in_the_folder_of_the_process_or_of_a_descriptor()
    {
        _calls.On(Record(SystemCallKind.Folder, 0, 0, "/home", null, []), At(1), hasRow: true);
        Call(1, Openat, 5, "x", [Here, 0]);
        Call(1, Chdir, 0, "sub", []);
        Call(1, Openat, 6, "./y", [Here, 0]);
        Call(1, Openat, 7, "z", [5, 0]);
        Call(1, Unlinkat, -2, "w", [99]);
        // An empty name is that of the descriptor.
        Call(1, Newfstatat, 0, "", [6]);

        Assert.Equal(["open /home/x", "open /home/sub/y", "open /home/x/z", "delete ?/w ENOENT", "stat /home/sub/y"], Told());
    }

    [Fact]
    public void A_child_has_the_descriptors_of_its_parent_and_another_program_those_that_stay_open()
    {
        Call(1, Openat, 5, "/stays", [Here, 0, 0]);
        Call(1, Openat, 6, "/closes", [Here, 0, ClosesAtExec]);
        _calls.Fork(2, 1);
        Call(1, Close, 0, null, [5]);
        Call(2, Write, 1, null, [5]);
        _calls.Exec(2);
        Call(2, Write, 1, null, [5]);
        Call(2, Write, 1, null, [6]);
        _calls.Exit(2);
        Call(2, Write, 1, null, [5]);

        Assert.Equal(["open /stays", "open /closes", "close /stays", "write /stays 1", "write /stays 1", "write ? 1 unknown", "write ? 1 unknown"], Told());
    }

    [Fact]
    public void What_was_open_at_the_start_is_known_and_what_was_opened_since_is_newer()
    {
        Call(1, Openat, 5, "/new", [Here, 0]);
        _calls.On(Record(SystemCallKind.Descriptor, 0, 0, "/old", null, [5]), At(1), hasRow: true);
        _calls.On(Record(SystemCallKind.Descriptor, 0, 0, "pipe:[12]", null, [6]), At(1), hasRow: true);
        Call(1, Read, 1, null, [5]);
        Call(1, Read, 1, null, [6]);

        Assert.Equal(["open /new", "read /new 1", "read ? 1 pipe"], Told());
    }

    [Fact]
    public void A_call_that_has_not_returned_has_no_end_and_changes_no_descriptor()
    {
        Call(1, Openat, 5, "/a", [Here, 0]);
        _calls.On(Record((SystemCallKind)((int)SystemCallKind.Call | SystemCall.IsOpen), Read, 0, null, null, [5], 1001), At(1), hasRow: true);
        _calls.On(Record((SystemCallKind)((int)SystemCallKind.CallAndTraced | SystemCall.IsOpen), Close, 0, null, null, [5], 1002), At(1), hasRow: true);
        Call(1, Write, 3, null, [5]);

        Assert.Equal(["open /a", "read /a", "close /a", "write /a 3"], Told());
        Assert.Equal([false, true, true, false], _sink.Rows<FileIoRow>().Select(static row => row.DurationNs is null));
    }

    // The number is free while close has not returned, and another thread may get it.
    [Fact]
    public void A_number_that_came_again_before_close_returned_leads_to_the_new_file()
    {
        Call(1, Openat, 5, "/first", [Here, 0]);
        long closeNs = _now++;
        Call(1, Openat, 5, "/second", [Here, 0]);
        Call(1, Close, 0, null, [5], closeNs);
        Call(1, Read, 1, null, [5]);

        Assert.Equal("read /second 1", Told()[^1]);
    }

    [Fact]
    public void Pipes_and_copies_have_a_kind_and_two_names_are_told()
    {
        Call(1, Pipe, 0, null, [0], pair: (3, 4));
        Call(1, Fcntl, 8, null, [4, 1030]);
        Call(1, Write, 2, null, [8]);
        Call(1, Rename, 0, "/a", [], other: "/b");

        Assert.Equal(["write ? 2 pipe", "rename /a >/b"], Told());
    }

    [Fact]
    public void Records_that_make_no_sense_are_counted()
    {
        _calls.On(new byte[10], At(1), hasRow: true);
        byte[] tooLong = Record(SystemCallKind.Call, Openat, 1, "/a", null, [Here]);
        BinaryPrimitives.WriteUInt16LittleEndian(tooLong.AsSpan(4), 4000);
        _calls.On(tooLong, At(1), hasRow: true);
        Call(1, 511, 0, null, []);

        Assert.Equal(3, _calls.Damaged);
        Assert.Empty(Told());
    }

    [Fact]
    public void Who_is_left_out_has_no_rows_and_its_descriptors_are_those_of_its_children()
    {
        _calls.On(Record(SystemCallKind.Call, Openat, 5, "/log", null, [Here, 0]), At(1), hasRow: false);
        _calls.Fork(2, 1);
        Call(2, Write, 4, null, [5]);

        Assert.Equal(["write /log 4"], Told());
    }

    private string[] Told()
    {
        _calls.End();
        return [.. _sink.Rows<FileIoRow>().Select(row => string.Join(' ', new[]
        {
            _sink.Text(row.Operation), _sink.Text(row.Path) is { Length: > 0 } path ? path : "?", row.SizeBytes?.ToString(), Present(_sink.Text(row.Error)),
            _sink.Text(row.Kind) is "file" ? null : _sink.Text(row.Kind), _sink.Text(row.ToPath) is { Length: > 0 } to ? $">{to}" : null,
        }.Where(static word => word is not null)))];
    }

    private static string? Present(string? text) => string.IsNullOrEmpty(text) ? null : text;

    private void Call(int pid, int number, long result, string? path, long[] arguments, long? startNs = null, string? other = null, (int, int) pair = default)
    {
        byte[] record = Record(SystemCallKind.Call, number, result, path, other, arguments, startNs ?? _now, pair);
        _calls.On(record, At(pid), hasRow: true);
    }

    private CallMoment At(int pid) => new(pid, (uint)pid, 1, ++_now, 0, 0);

    private static byte[] Record(
        SystemCallKind kind, int number, long result, string? path, string? other, long[] arguments, long startNs = 0, (int First, int Second) pair = default)
    {
        byte[] text = path is null ? [] : Encoding.UTF8.GetBytes(path + '\0'), second = other is null ? [] : Encoding.UTF8.GetBytes(other + '\0');
        byte[] record = [.. new byte[SystemCall.HeadBytes], .. text, .. second];
        BinaryPrimitives.WriteUInt16LittleEndian(record, (ushort)kind);
        BinaryPrimitives.WriteUInt16LittleEndian(record.AsSpan(2), (ushort)number);
        BinaryPrimitives.WriteUInt16LittleEndian(record.AsSpan(4), (ushort)text.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(record.AsSpan(6), (ushort)second.Length);
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(8), startNs);
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(16), result);
        for (int i = 0; i < arguments.Length; i++)
            BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(24 + (i * 8)), arguments[i]);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(72), pair.First);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(76), pair.Second);
        return record;
    }
}
