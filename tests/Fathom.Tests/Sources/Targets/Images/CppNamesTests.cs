using Fathom.Sources.Targets.Images;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Images;

/// <summary>Names of linkers as programmers write them. The expected ones are those of c++filt.</summary>
public sealed class CppNamesTests
{
    [Theory]
    [InlineData("_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector<int, std::allocator<int> >::push_back(int const&)")]
    [InlineData("_ZN6Thread99DoExtraWorkEv", "_ZN6Thread99DoExtraWorkEv")]
    [InlineData("_ZN6Thread11DoExtraWorkEv", "Thread::DoExtraWork()")]
    [InlineData("_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write::h0123456789abcdef")]
    [InlineData("_RNvCskwGfYPst2Cb_3foo16example_function", "_RNvCskwGfYPst2Cb_3foo16example_function")]
    [InlineData("memcpy", "memcpy")]
    [InlineData("_Z", "_Z")]
    [InlineData("", "")]
    public void A_name_is_the_one_of_the_source_or_stays(string linkerName, string expected) => Assert.Equal(expected, CppNames.Of(linkerName));

    [Fact]
    public void Names_that_nobody_writes_stay_or_become_text()
    {
        Random random = new(3);
        const string letters = "_ZN0123456789SItKRPCEv";
        for (int run = 0; run < 20_000; run++)
            Assert.NotNull(CppNames.Of("_Z" + string.Concat(Enumerable.Range(0, random.Next(60)).Select(_ => letters[random.Next(letters.Length)]))));
        string deep = "_Z1f" + new string('P', 3_000) + "v";
        Assert.Equal(deep, CppNames.Of(deep));
        Assert.NotNull(CppNames.Of("_Z1f" + new string('P', 1_900) + "v"));
    }
}
