using Fathom.Sources.Events.Requests;
using Xunit;

namespace Fathom.Tests.Sources.Events.Requests;

/// <summary>Parts of addresses that are values.</summary>
public sealed class RoutePatternTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("/", "/")]
    [InlineData("//", "//")]
    [InlineData("/orders/17", "/orders/{…}")]
    [InlineData("/orders/-17/lines/3/", "/orders/{…}/lines/{…}/")]
    [InlineData("/1/2/3", "/{…}/{…}/{…}")]
    [InlineData("7", "{…}")]
    [InlineData("/labels/0000138e-0007-0007-0102-030405060708", "/labels/{…}")]
    [InlineData("/commits/26b22aef5d3c", "/commits/{…}")]
    [InlineData("/commits/26b22aef5d3", "/commits/26b22aef5d3")]
    [InlineData("/words/feedfacedeadbeef", "/words/feedfacedeadbeef")]
    [InlineData("/v2/orders", "/v2/orders")]
    [InlineData("/orders/17a", "/orders/17a")]
    [InlineData("/orders/17?page=3", "/orders/{…}")]
    [InlineData("/orders?id=17/18", "/orders")]
    [InlineData("http://127.0.0.1:8080/orders/17?x=1", "http://127.0.0.1:8080/orders/{…}")]
    [InlineData("http://127.0.0.1:8080", "http://127.0.0.1:8080")]
    [InlineData("http://127.0.0.1:8080?x=/1", "http://127.0.0.1:8080")]
    [InlineData("/straße/٣", "/straße/٣")]
    public void Numbers_guids_and_long_hexadecimal_numbers_are_values(string url, string route) =>
        Assert.Equal(route, RoutePattern.Of(url, new char[RoutePattern.Room(url.Length)]).ToString());

    [Fact]
    public void A_pattern_has_the_parts_of_its_address_and_always_room()
    {
        Random random = new(5);
        for (int i = 0; i < 20_000; i++)
        {
            string url = new([.. Enumerable.Range(0, random.Next(40)).Select(_ => "/1-?:ax9"[random.Next(8)])]);
            string route = RoutePattern.Of(url, new char[RoutePattern.Room(url.Length)]).ToString();
            Assert.Equal(url.Split('?')[0].Count(static each => each == '/'), route.Count(static each => each == '/'));
        }
    }
}
