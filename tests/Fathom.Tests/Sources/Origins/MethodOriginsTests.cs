using Fathom.Sources.Origins;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Origins;

public sealed class MethodOriginsTests : IDisposable
{
    private const string List = """
        {
          "targets": { "any": {
            "Shop/1.0.0": { "runtime": { "Shop.dll": {} } }, "System.Foo/1.0.0": { "runtime": { "System.Foo.dll": {} } },
            "Dapper/2.1.0": { "runtime": { "lib/net8.0/Dapper.dll": {} }, "runtimeTargets": { "runtimes/unix/lib/net8.0/Odbc.dll": {} } },
            "pack/1.0.0": { "runtime": { "System.Private.CoreLib.dll": {} } } } },
          "libraries": {
            "Shop/1.0.0": { "type": "project" }, "System.Foo/1.0.0": { "type": "project" }, "Dapper/2.1.0": { "type": "package" }, "pack/1.0.0": { "type": "runtimepack" } }
        }
        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("kernel", null, "kernel")]
    [InlineData("native", "/usr/lib/libc.so.6", "native")]
    [InlineData("managed", "/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.0/System.Private.CoreLib.dll", "framework")]
    [InlineData("managed", @"C:\Program Files\dotnet\shared\Microsoft.AspNetCore.App\9.0.1\Microsoft.AspNetCore.Http.dll", "framework")]
    [InlineData("managed", "/no/such/folder/System.Foo.dll", "own")]
    [InlineData("managed", null, null)]
    [InlineData("managed", "", null)]
    [InlineData("managed", "Anonymously Hosted DynamicMethods Assembly", null)]
    [InlineData("unknown", null, null)]
    public void Without_a_list_what_is_no_framework_is_own(string kind, string? path, string? origin) => Assert.Equal(origin, new MethodOrigins().Of(kind, path, 0));

    [Theory]
    [InlineData("Shop.dll", "own")]
    [InlineData("System.Foo.dll", "own")]
    [InlineData("Dapper.dll", "library")]
    [InlineData("runtimes/unix/lib/net8.0/Odbc.dll", "library")]
    [InlineData("System.Private.CoreLib.dll", "framework")]
    [InlineData("plugins/Plugin.dll", "own")]
    public void The_list_beside_a_program_tells(string file, string origin)
    {
        File.WriteAllText(_folder.File("Shop.deps.json"), List);

        Assert.Equal(origin, new MethodOrigins().Of("managed", _folder.File(file), 0));
    }

    [Fact]
    public void A_damaged_list_tells_nothing()
    {
        File.WriteAllText(_folder.File("Shop.deps.json"), "{");

        Assert.Equal("own", new MethodOrigins().Of("managed", _folder.File("Dapper.dll"), 0));
    }

    [Fact]
    public void The_files_of_a_process_lie_below_its_root()
    {
        File.WriteAllText(_folder.File("Shop.deps.json"), List);

        Assert.Equal("library", new MethodOrigins().Of("managed", _folder.File("Dapper.dll"), Environment.ProcessId));
    }

    [Fact]
    public void Projects_and_packages_of_this_program_are_told_apart()
    {
        MethodOrigins origins = new();

        Assert.Equal("own", origins.Of("managed", typeof(MethodOriginsTests).Assembly.Location, Environment.ProcessId));
        Assert.Equal("own", origins.Of("managed", typeof(MethodOrigins).Assembly.Location, Environment.ProcessId));
        Assert.Equal("library", origins.Of("managed", typeof(Microsoft.Diagnostics.Runtime.DataTarget).Assembly.Location, Environment.ProcessId));
        Assert.Equal("framework", origins.Of("managed", typeof(object).Assembly.Location, Environment.ProcessId));
    }
}
