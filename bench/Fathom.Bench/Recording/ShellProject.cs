using System.Diagnostics;

namespace Fathom.Bench.Recording;

/// <summary>A program that hosts PowerShell and runs a script without end: pipelines, a recursive function, errors that are thrown and caught.</summary>
internal static class ShellProject
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
          <ItemGroup><PackageReference Include="Microsoft.PowerShell.SDK" Version="7.6.9" /></ItemGroup>
        </Project>
        """;

    private const string Program = """
        using System.Management.Automation;
        using PowerShell shell = PowerShell.Create();
        Console.Out.WriteLine("ready");
        _ = Task.Run(static () => { while (Console.In.ReadLine() is not null) { } Environment.Exit(0); });
        shell.AddScript("function Sum($n) { if ($n -lt 1) { 0 } else { $n + (Sum ($n - 1)) } } while ($true) { "
            + "$null = 1..300 | Where-Object { $_ % 3 } | Group-Object { $_ % 11 } | Sort-Object Count | ConvertTo-Json; "
            + "$null = Sum 20; try { throw 'no' } catch { $null = $_.Exception.Message } }").Invoke();
        """;

    /// <summary>Writes and builds it.</summary>
    /// <param name="folder">A new folder.</param>
    /// <returns>Path of the program.</returns>
    public static string Build(string folder)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "Shell.csproj"), Project);
        File.WriteAllText(Path.Combine(folder, "Program.cs"), Program);
        using Process build = Process.Start(
            new ProcessStartInfo("dotnet", ["build", folder, "-c", "Release", "-nodeReuse:false", "-v", "quiet"]) { RedirectStandardOutput = true })!;
        build.StandardOutput.ReadToEnd();
        build.WaitForExit();
        return build.ExitCode == 0
            ? Path.Combine(folder, "bin", "Release", "net10.0", "Shell")
            : throw new InvalidOperationException("The program with PowerShell could not be built.");
    }
}
