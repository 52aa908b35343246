using System.Globalization;
using Fathom.Sources.Traces.Live;
using Fathom.Sources.Traces.Perf;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Live;

/// <summary>The code of processes while they are recorded. Numbers of made-up processes are ones that no process has.</summary>
public sealed class LiveProcessesTests
{
    private const int Pid = 1 << 30;

    private readonly LiveProcesses _processes = new();
    private readonly MadeRecords _records;

    public LiveProcessesTests() => _records = new MadeRecords(_processes);

    [Fact]
    public void A_program_has_what_was_mapped_since_it_began_and_a_copy_has_what_its_maker_has()
    {
        _records.Fork(1, Pid - 1, Pid);
        _records.Map(2, Pid, 0x1000, 0x2000, "/old");
        _records.Exec(3, Pid);
        _records.Map(4, Pid, 0x5000, 0x6000, "/new");
        _records.Fork(5, Pid, Pid + 1);
        _records.Map(6, Pid, 0x8000, 0x9000, "/later");

        Assert.Equal((null, "/new", "/later"), (PathAt(Pid, 0x1000), PathAt(Pid, 0x5000), PathAt(Pid, 0x8000)));
        Assert.Equal((null, "/new", null), (PathAt(Pid + 1, 0x1000), PathAt(Pid + 1, 0x5000), PathAt(Pid + 1, 0x8000)));
    }

    // Its mappings are on another processor's ring, which was read before.
    [Fact]
    public void A_begin_that_is_told_after_its_mappings_makes_the_list_be_read_again()
    {
        _records.Map(4, Pid, 0x5000, 0x6000, "/new");
        _records.Exec(3, Pid);
        Assert.True(_processes.Of(Pid).IsPartial);

        _records.Exec(9, Pid);
        Assert.False(_processes.Of(Pid).IsPartial);
    }

    [Fact]
    public void Processes_that_ended_are_kept_for_a_while_and_not_for_ever()
    {
        for (int i = 0; i < 2_000; i++)
        {
            _records.Exec(i, Pid + i);
            _records.Exit(i, Pid + i);
        }

        Assert.InRange(_processes.Count, 100, 300);
    }

    [Fact]
    public void A_number_that_comes_again_is_not_dropped_with_the_process_that_had_it()
    {
        _records.Exec(1, Pid);
        _records.Exit(2, Pid);
        _records.Fork(3, Pid - 1, Pid);
        _records.Exec(4, Pid);
        _records.Map(5, Pid, 0x5000, 0x6000, "/new");
        for (int i = 1; i < 1_000; i++)
        {
            _records.Exec(i, Pid + i);
            _records.Exit(i, Pid + i);
        }

        Assert.Equal("/new", PathAt(Pid, 0x5000));
    }

    [Fact]
    public void A_process_that_was_there_before_has_the_mappings_of_its_list()
    {
        string line = File.ReadLines("/proc/self/maps").First(static line => line.Contains(" r-xp ", StringComparison.Ordinal) && line.Contains("libcoreclr.so", StringComparison.Ordinal));
        ulong start = ulong.Parse(line[..line.IndexOf('-', StringComparison.Ordinal)], NumberStyles.HexNumber, CultureInfo.InvariantCulture);

        Assert.EndsWith("/libcoreclr.so", PathAt(Environment.ProcessId, start), StringComparison.Ordinal);
    }

    [Fact]
    public void Its_list_is_not_read_all_the_time()
    {
        LiveProcess own = _processes.Of(Environment.ProcessId);

        Assert.False(own.IsPartial);
        Assert.False(_processes.TryRead(Environment.ProcessId, own));
    }

    [Theory]
    [InlineData("7f00-7f10 r-xp 00001000 fe:01 1234    /usr/lib/lib with blank.so", 0x7f00, 0x7f10, 0x1000, "/usr/lib/lib with blank.so", 0xfe_0000_0001L, 1234)]
    [InlineData("7f00-7f10 r-xs 00001000 00:01 3    /memfd:doublemapper (deleted)", 0x7f00, 0x7f10, 0x1000, "", 1L, 3)]
    [InlineData("7f00-7f10 rwxp 00000000 00:00 0 ", 0x7f00, 0x7f10, 0, "", 0L, 0)]
    [InlineData("7f00-7f10 r-xp 00000000 00:00 0      [vdso]", 0x7f00, 0x7f10, 0, "[vdso]", 0L, 0)]
    public void A_line_of_code_is_a_mapping(string line, int start, int end, int offset, string path, long device, int inode)
    {
        CodeImages images = new();

        Assert.True(ExecutableMappings.TryParse(System.Text.Encoding.UTF8.GetBytes(line), images, 5, out CodeMapping mapping));
        Assert.Equal(((ulong)start, (ulong)end, (ulong)offset, path), (mapping.Start, mapping.End, mapping.Offset, mapping.Image.Path));
        Assert.Equal(new FileNumber((ulong)device, (ulong)inode), mapping.File);
    }

    [Theory]
    [InlineData("")]
    [InlineData("7f00")]
    [InlineData("7f00-7f10 r-xp")]
    [InlineData("7f00-7f10 rw-p 00000000 00:00 0 ")]
    [InlineData("7f00-7f10 r-xp 0000z000 fe:01 1234    /usr/lib/a.so")]
    [InlineData("7f00-7f10 r-xp 00001000 fe-01 1234    /usr/lib/a.so")]
    [InlineData("xyz-7f10 r-xp 00001000 fe:01 1234    /usr/lib/a.so")]
    public void Another_line_is_none(string line) => Assert.False(ExecutableMappings.TryParse(System.Text.Encoding.UTF8.GetBytes(line), new CodeImages(), 5, out _));

    private string? PathAt(int pid, ulong address) => _processes.Of(pid).Space.TryFind(address, out CodeMapping mapping) ? mapping.Image.Path : null;
}
