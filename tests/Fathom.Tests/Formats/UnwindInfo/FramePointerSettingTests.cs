using Fathom.Formats.UnwindInfo;
using Xunit;

namespace Fathom.Tests.Formats.UnwindInfo;

/// <summary>Where managed code points its frame pointer.</summary>
public sealed class FramePointerSettingTests
{
    [Theory]
    [InlineData("488D6C2430", 0x30)] // lea rbp, [rsp+30h]
    [InlineData("488D6C24F8", -8)] // lea rbp, [rsp-8]
    [InlineData("488DAC24A0010000", 0x1a0)] // lea rbp, [rsp+1A0h]
    [InlineData("488BEC", 0)] // mov rbp, rsp
    [InlineData("4889E5", 0)] // mov rbp, rsp, in its other form
    [InlineData("C5F877488D6C2430", 0x30)] // vzeroupper before
    [InlineData("488D6C24", null)] // cut
    [InlineData("488DAC24A00100", null)]
    [InlineData("488D5C2430", null)] // lea rbx, [rsp+30h]
    [InlineData("488BE9", null)] // mov rbp, rcx
    [InlineData("C5F877", null)]
    [InlineData("", null)]
    public void The_distance_is_that_of_the_instruction(string code, int? expected) => Assert.Equal(expected, FramePointerSetting.Distance(Convert.FromHexString(code)));
}
