using Fathom.Sources.Threads.Async;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Async;

public sealed class AsyncMethodNameTests
{
    [Theory]
    [InlineData("Shop.Cart+<LoadAsync>d__4", "Shop.Cart.LoadAsync")]
    [InlineData("Shop.Cart<System.Int32>+<LoadAsync>d__4<System.String>", "Shop.Cart<System.Int32>.LoadAsync<System.String>")]
    [InlineData("Shop.Cart+<>c+<<Main>b__0_0>d", "Shop.Cart+<>c.<Main>b__0_0")]
    [InlineData("Shop.Cart+<<Load>g__Inner|3_0>d", "Shop.Cart.<Load>g__Inner|3_0")]
    [InlineData("Shop.HandWritten", "Shop.HandWritten")]
    [InlineData("", "")]
    public void A_state_machine_is_shown_as_its_method(string type, string method) => Assert.Equal(method, AsyncMethodName.Of(type));
}
