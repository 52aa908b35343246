using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

public sealed class ApplicationFinderTests
{
    [Theory]
    [InlineData("Api.dll", "dotnet", "/srv/Api.dll")]
    [InlineData("Api.dll", "dotnet", "Api.dll", "run", "Other.dll")]
    [InlineData("Api.dll", "dotnet", "exec", "Api.dll")]
    [InlineData("Api.dll", "dotnet", "exec", "--runtimeconfig", "x.runtimeconfig.json", "--depsfile", "Wrong.dll", "Api.dll")]
    [InlineData("testhost.dll", "dotnet", "exec", "--roll-forward", "Major", "/x/testhost.dll", "--port", "1")]
    [InlineData("MSBuild.dll", "dotnet", "/usr/share/dotnet/sdk/10.0.401/MSBuild.dll", "/nodemode:1")]
    [InlineData("dotnet.dll", "dotnet", "run", "--project", "Api.dll")]
    [InlineData("dotnet.dll", "dotnet", "test")]
    [InlineData("dotnet.dll", "dotnet")]
    [InlineData("dotnet.dll", "dotnet", "exec", "--fx-version")]
    public void The_host_runs_the_first_assembly_that_is_no_options_value(string application, params string[] arguments) =>
        Assert.Equal(application, ApplicationFinder.Find("/usr/share/dotnet/dotnet", arguments, [], _ => false));

    [Fact]
    public void An_app_host_runs_the_mapped_assembly_of_its_name() =>
        Assert.Equal("Api.dll", ApplicationFinder.Find("/srv/Api", ["./Api"], ["/srv/Lib.dll", "/srv/Api.dll"], _ => true));

    [Fact]
    public void A_tools_shim_runs_the_only_assembly_with_a_runtime_configuration() =>
        Assert.Equal(
            "Trace.dll",
            ApplicationFinder.Find("/root/.dotnet/tools/trace", ["trace"], ["/s/Lib.dll", "/s/Trace.dll"], path => path == "/s/Trace.runtimeconfig.json"));

    [Fact]
    public void Two_assemblies_with_a_runtime_configuration_are_no_answer() =>
        Assert.Equal("host", ApplicationFinder.Find("/srv/host", ["host"], ["/s/A.dll", "/s/B.dll"], _ => true));

    [Fact]
    public void A_single_file_is_its_own_application() => Assert.Equal("Api", ApplicationFinder.Find("/srv/Api", ["Api"], [], _ => false));

    [Fact]
    public void Without_a_readable_executable_the_first_argument_counts()
    {
        Assert.Equal("Api.dll", ApplicationFinder.Find(null, ["/usr/bin/dotnet", "Api.dll"], [], _ => false));
        Assert.Equal("Api", ApplicationFinder.Find(null, ["/srv/Api"], [], _ => false));
        Assert.Null(ApplicationFinder.Find(null, [], [], _ => false));
    }

    [Theory]
    [InlineData("run", "dotnet.dll", "dotnet", "run", "--project", "x")]
    [InlineData(null, "dotnet.dll", "dotnet", "--info")]
    [InlineData(null, "Api.dll", "dotnet", "Api.dll")]
    [InlineData(null, "dotnet.dll", "dotnet")]
    public void Only_an_sdk_process_has_an_sdk_command(string? command, string application, params string[] arguments) =>
        Assert.Equal(command, ApplicationFinder.SdkCommand(application, arguments));
}
