using System.Text;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Start;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

public sealed class MappingLineTests
{
    [Fact]
    public void Code_of_a_file_has_its_place_and_path()
    {
        Assert.True(MappingLine.TryParse("7f00deadb000-7f00deadd000 r-xp 00021000 fd:01 1234                       /opt/my app/lib.so (deleted)"u8, out MappedCode code));
        Assert.Equal((0x7f00deadb000UL, 0x2000UL, 0x21000UL, "/opt/my app/lib.so (deleted)"), (code.Address, code.Bytes, code.FileOffset, code.Path));
        Assert.Equal((0xfdu, 1u, 1234UL, 5u, 2u), (code.DeviceMajor, code.DeviceMinor, code.Inode, code.Protection, code.Flags));
    }

    [Fact]
    public void Code_in_memory_without_a_file_is_called_as_the_kernel_does()
    {
        Assert.True(MappingLine.TryParse("7f00-7f10 rwxs 00000000 00:00 0 "u8, out MappedCode code));
        Assert.Equal(("//anon", 7u, 1u), (code.Path, code.Protection, code.Flags));
    }

    [Theory]
    [InlineData("7f00-7f10 rw-p 00000000 00:00 0 [heap]")]
    [InlineData("")]
    [InlineData("7f00-7f10")]
    [InlineData("7f00 r-xp 00000000 00:00 0")]
    [InlineData("7g00-7f10 r-xp 00000000 00:00 0")]
    [InlineData("7f00-7f10 r-xp 00000000 0000 0")]
    [InlineData("7f00-7f10 r-xp 00000000 00:00 x")]
    public void What_is_no_code_or_no_such_line_is_passed_over(string line) => Assert.False(MappingLine.TryParse(Encoding.UTF8.GetBytes(line), out _));
}
