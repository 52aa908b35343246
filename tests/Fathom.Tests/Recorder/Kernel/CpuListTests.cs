using Fathom.Recorder.Kernel.Start;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

public sealed class CpuListTests
{
    [Theory]
    [InlineData("0\n", new[] { 0 })]
    [InlineData("0-3\n", new[] { 0, 1, 2, 3 })]
    [InlineData("0-1,4,6-7\n", new[] { 0, 1, 4, 6, 7 })]
    [InlineData("\n", new int[0])]
    public void A_list_of_the_kernel_is_read(string text, int[] cpus) => Assert.Equal(cpus, CpuList.Parse(text));
}
