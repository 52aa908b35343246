using System.Text;
using Fathom.Sources.Memory;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class StackClaimsTests
{
    [Theory]
    [InlineData("202 0x55aa 0x89 0x0 0x7f68 0x0 0xffffffff 0x7f6862ffc680 0x7f68e8dc3f16\n", 0x7f6862ffc680ul)]
    [InlineData("-1 0x7ffc28996be0 0x7f68e8e362ec\n", 0x7ffc28996be0ul)]
    public void The_stack_pointer_is_the_last_word_but_one(string text, ulong pointer) => Assert.Equal(pointer, StackClaims.ParsePointer(Encoding.ASCII.GetBytes(text)));

    [Theory]
    [InlineData("running\n")]
    [InlineData("")]
    [InlineData("1 2\n")]
    [InlineData("0xzz 0x1\n")]
    public void A_thread_that_runs_shows_none(string text) => Assert.Null(StackClaims.ParsePointer(Encoding.ASCII.GetBytes(text)));
}
