using Fathom.Sources.Traces.Symbols;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Symbols;

/// <summary>Paths of symbols as debuggers of Windows write them.</summary>
public sealed class SymbolPathTextTests
{
    [Theory]
    [InlineData("/a", "/a", "")]
    [InlineData("/a:/b::c/d", "/a /b c/d", "")]
    [InlineData("/a;/b", "/a /b", "")]
    [InlineData("srv*https://msdl.microsoft.com/download/symbols", "", "https://msdl.microsoft.com/download/symbols")]
    [InlineData("SRV*~/cache*https://host:8080/symbols;/own", "/home/me/cache* /own", "https://host:8080/symbols")]
    [InlineData("/own:/more:srv*/one*/two*http://host", "/own /more /one* /two*", "http://host")]
    [InlineData("cache*/c;symsrv*symsrv.dll*/d*https://host", "/c* /d*", "https://host")]
    [InlineData("srv*;https://host:1/x", "", "https://host:1/x")]
    [InlineData(@"srv*C:\symbols*\\server\share", @"C:\symbols* \\server\share*", "")]
    [InlineData(" ; ;", "", "")]
    public void Folders_caches_and_servers_are_told_apart(string text, string places, string servers)
    {
        SymbolPathText path = SymbolPathText.Parse(text, "/home/me");

        Assert.Equal(places, string.Join(' ', path.Places.Select(static place => place.Folder + (place.IsCache ? "*" : ""))));
        Assert.Equal(servers, string.Join(' ', path.Servers));
    }

    [Fact]
    public void Of_the_environment_only_what_is_there_counts()
    {
        string there = Path.GetTempPath().TrimEnd('/');

        Assert.Equal([there], SymbolPathText.Parse($@"C:\symbols;relative;/absent/folder;srv*{there}*https://host", null).Existing());
    }
}
