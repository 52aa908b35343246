using Fathom.Query.Stacks;
using Xunit;

namespace Fathom.Tests.Query.Stacks;

public sealed class NativeFrameTextTests
{
    [Fact]
    public void Places_without_symbols_that_follow_each_other_in_one_library_are_one_line() =>
        Assert.Equal(
            ["libc.so.6+0x85e40", "libc.so.6!poll", "libcoreclr.so+0x10 and 2 more without symbols", "libstdc++.so.6+0x40", "libcoreclr.so+0x50"],
            NativeFrameText.Of(["libc.so.6+0x85e40", "libc.so.6!poll", "libcoreclr.so+0x10", "libcoreclr.so+0x20", "libcoreclr.so+0x30", "libstdc++.so.6+0x40", "libcoreclr.so+0x50"]));

    [Fact]
    public void Names_with_a_plus_sign_are_names() =>
        Assert.Equal(["a.so!operator+0x", "a.so!operator+0x"], NativeFrameText.Of(["a.so!operator+0x", "a.so!operator+0x"]));
}
