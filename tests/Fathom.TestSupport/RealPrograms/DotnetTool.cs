using System.Diagnostics;
using Xunit;

namespace Fathom.TestSupport.RealPrograms;

/// <summary>A .NET tool that is installed once below <c>artifacts</c>, in the version that is named here.</summary>
internal static class DotnetTool
{
    // What 'dotnet tool install' says where no source answers, or none has the tool.
    private static readonly string[] s_noSource = ["NU1301", "NU1101", "NU1102", "is not found in NuGet feeds"];

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    /// <summary>The tool's executable. Skips the test where no package source has it.</summary>
    public static string Executable(string package, string version)
    {
        string folder = Path.Combine(Repository.Root, "artifacts", "real-programs", $"{package}.{version}");
        string executable = Path.Combine(folder, package);
        if (File.Exists(executable))
            return executable;
        Directory.CreateDirectory(Path.GetDirectoryName(folder)!);
        using FileStream turn = Turn(folder + ".lock");
        if (File.Exists(executable))
            return executable;

        // Tools hold no absolute paths, so a finished one is renamed into its place.
        string half = $"{folder}.{Environment.ProcessId}.tmp";
        if (Directory.Exists(half))
            Directory.Delete(half, recursive: true);
        (int code, string output) = Install(package, version, half);
        if (code != 0)
        {
            Needs.Packages(!Array.Exists(s_noSource, sign => output.Contains(sign, StringComparison.Ordinal)));
            Assert.Fail($"'dotnet tool install {package}' ended with {code}:\n{output}");
        }

        Directory.Move(half, folder);
        return executable;
    }

    private static (int Code, string Output) Install(string package, string version, string folder)
    {
        ProcessStartInfo start = new(DotnetSdk.Host, ["tool", "install", package, "--version", version, "--tool-path", folder])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Repository.Root,
        };
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), error = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(s_patience))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"'dotnet tool install {package}' took more than {s_patience.TotalMinutes} minutes.");
        }

        return (process.ExitCode, output.Result + error.Result);
    }

    private static FileStream Turn(string file)
    {
        Stopwatch watch = Stopwatch.StartNew();
        while (true)
        {
            try
            {
                return new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (watch.Elapsed < s_patience)
            {
                Thread.Sleep(200);
            }
        }
    }
}
