using Fathom.Sources.Traces.Rows;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Rows;

public sealed class ProgramNameTests
{
    [Theory]
    [InlineData("dotnet /app/bin/Shop.Web.dll --urls http://*:80", "Shop.Web")]
    [InlineData("/usr/bin/dotnet exec x/y.dll", "y")]
    [InlineData("\"C:\\Program\\Tool.exe\" -x", "Tool")]
    [InlineData("./Shop a b.dll", "Shop")]
    [InlineData("dotnet build", "dotnet")]
    [InlineData("", "unknown")]
    public void A_program_is_called_by_its_assembly(string commandLine, string name) => Assert.Equal(name, ProgramName.Of(commandLine));
}
