using System.Globalization;
using System.Text;

namespace Fathom.Bench.Recording;

/// <summary>A project that keeps the C# compiler busy for some seconds.</summary>
internal static class BuiltProject
{
    private const int Classes = 150;

    /// <summary>Writes it.</summary>
    /// <param name="folder">A new folder.</param>
    /// <returns>The words that build it.</returns>
    public static string[] Write(string folder)
    {
        Directory.CreateDirectory(folder);
        string project = Path.Combine(folder, "Built.csproj");
        File.WriteAllText(project, """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><OutputType>Library</OutputType><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
            </Project>
            """);
        StringBuilder text = new();
        for (int i = 0; i < Classes; i++)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"public class C{i} {{ public static int Sum(IEnumerable<int> xs) => xs.Where(x => x % 3 != 0).GroupBy(x => x % 7)")
                .AppendLine("    .Select(g => (g.Key, g.Sum(y => y > 3 ? y : y + 1))).OrderBy(p => p.Item2).Sum(p => p.Key + p.Item2); }");
        }

        File.WriteAllText(Path.Combine(folder, "Program.cs"), text.ToString());
        return ["dotnet", "build", project, "-c", "Release", "--no-incremental", "-nodeReuse:false", "-p:UseSharedCompilation=false"];
    }
}
