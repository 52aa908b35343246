using Fathom.Sources.Origins;
using Xunit;

namespace Fathom.Tests.Sources.Origins;

public sealed class FrameworkVersionTests
{
    [Theory]
    [InlineData("/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.12/System.Private.CoreLib.dll", "10.0.12")]
    [InlineData(@"C:\Program Files\dotnet\shared\Microsoft.NETCore.App\8.0.1\coreclr.dll", "8.0.1")]
    [InlineData(@"C:\Windows\Microsoft.NET\Framework64\v4.0.30319\clr.dll", "4.0.30319")]
    [InlineData(@"C:\Windows\Microsoft.Net\assembly\GAC_MSIL\System.Core\v4.0_4.0.0.0__b77a5c561934e089\System.Core.dll", "4.0.0.0")]
    [InlineData(@"C:\Windows\assembly\GAC_MSIL\System.Xml\2.0.0.0__b77a5c561934e089\System.Xml.dll", "2.0.0.0")]
    [InlineData(@"C:\Windows\assembly\GAC_MSIL\Own\2.0.0.0__0123456789abcdef\Own.dll", null)]
    [InlineData(@"C:\Windows\assembly\GAC_MSIL\Odd\__b77a5c561934e089\Odd.dll", "__b77a5c561934e089")]
    [InlineData("/srv/shop/Shop.dll", null)]
    public void The_version_is_that_in_the_path_of_a_framework(string path, string? version) => Assert.Equal(version, FrameworkVersion.Of(path));
}
