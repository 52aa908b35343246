using System.Text;
using Fathom.Formats.DepsJson;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Formats.DepsJson;

public sealed class DependencyFileTests
{
    private const string Good = """
        {
          "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0/linux-x64" },
          "targets": {
            ".NETCoreApp,Version=v10.0": {},
            ".NETCoreApp,Version=v10.0/linux-x64": {
              "Shop/1.0.0": { "dependencies": { "Dapper": "2.1.0" }, "runtime": { "Shop.dll": {} } },
              "Stock/1.0.0": { "runtime": { "Stock.dll": { "assemblyVersion": "1.0.0" } } },
              "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/10.0.0": { "runtime": { "System.Private.CoreLib.dll": {} }, "native": { "libcoreclr.so": {} } },
              "Dapper/2.1.0": { "runtime": { "lib/net8.0/Dapper.dll": {} }, "runtimeTargets": { "runtimes/unix/lib/net8.0/Odbc.dll": { "rid": "unix" } } },
              "Old/1.0.0": { "runtime": { "Old.dll": {} } },
              "Copy/1.0.0": { "runtime": { "lib/net8.0/Stock.dll": {} } }
            }
          },
          "libraries": {
            "Shop/1.0.0": { "type": "project" }, "Stock/1.0.0": { "type": "project" }, "Dapper/2.1.0": { "type": "package" }, "Old/1.0.0": { "type": "reference" },
            "Copy/1.0.0": { "type": "package" }, "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/10.0.0": { "type": "runtimepack" }
          }
        }
        """;

    [Theory]
    [InlineData("Shop.dll", "project")]
    [InlineData("shop.DLL", "project")]
    [InlineData("Stock.dll", "project")]
    [InlineData("Dapper.dll", "package")]
    [InlineData("Odbc.dll", "package")]
    [InlineData("Old.dll", "reference")]
    [InlineData("System.Private.CoreLib.dll", "runtimepack")]
    [InlineData("libcoreclr.so", "runtimepack")]
    [InlineData("Plugin.dll", null)]
    public void A_file_has_the_type_of_its_library(string file, string? type) => Assert.Equal(type, Read(Good).TypeOf(file));

    /// <summary>The build that made this program is the witness: its projects are those of the checkout, and xunit is a package.</summary>
    [Fact]
    public void The_list_of_this_program_names_projects_and_packages()
    {
        string list = Path.Combine(AppContext.BaseDirectory, "Fathom.Tests.deps.json");
        DependencyFile file = DependencyFile.Read(File.ReadAllBytes(list));

        Assert.Equal("project", file.TypeOf("Fathom.Tests.dll"));
        Assert.Equal("project", file.TypeOf("Fathom.Formats.dll"));
        Assert.Equal("package", file.TypeOf("Microsoft.Diagnostics.Runtime.dll"));
        Assert.Null(file.TypeOf("System.Private.CoreLib.dll"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{ "targets": {} }""")]
    public void What_is_no_such_list_is_refused(string json) =>
        Assert.StartsWith("The list of a program's files (deps.json) is damaged: ", Assert.Throws<FathomException>(() => Read(json)).Message, StringComparison.Ordinal);

    [Fact]
    public void Damage_gives_a_list_or_a_refusal()
    {
        byte[] good = Encoding.UTF8.GetBytes(Good);
        Random random = new(4711);
        int refused = 0;
        for (int i = 0; i < good.Length; i++)
        {
            byte[] bad = [.. good];
            bad[i] ^= (byte)random.Next(1, 256);
            refused += IsRefused(bad) ? 1 : 0;
            Assert.True(IsRefused(good[..i]));
        }

        Assert.InRange(refused, 1, good.Length - 1);
    }

    private static bool IsRefused(byte[] json)
    {
        try
        {
            DependencyFile.Read(json).TypeOf("Shop.dll");
            return false;
        }
        catch (FathomException)
        {
            return true;
        }
    }

    private static DependencyFile Read(string json) => DependencyFile.Read(Encoding.UTF8.GetBytes(json));
}
