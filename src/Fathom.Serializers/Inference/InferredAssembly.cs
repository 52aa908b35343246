using System.Diagnostics;
using Fathom.Model;
using Fathom.Storage.Recordings;

namespace Fathom.Serializers.Inference;

/// <summary>Inferred classes as an assembly, compiled by the SDK in a private folder that goes away with it.</summary>
public sealed class InferredAssembly : IDisposable
{
    private readonly PrivateFolder _folder = PrivateFolder.Create();

    private InferredAssembly()
    {
    }

    /// <summary>The assembly.</summary>
    public string File => Path.Combine(_folder.Path, "out", "Inferred.dll");

    /// <summary>Compiles.</summary>
    /// <param name="sources">Files of C#.</param>
    /// <param name="framework">The oldest target framework that is to load it: "net10.0".</param>
    /// <param name="stop">Ends it; nothing is left behind.</param>
    /// <exception cref="FathomException">There is no SDK, or it does not compile.</exception>
    public static async Task<InferredAssembly> CompileAsync(IReadOnlyList<string> sources, string framework, CancellationToken stop)
    {
        InferredAssembly made = new();
        try
        {
            await made.BuildAsync(sources, framework, stop).ConfigureAwait(false);
            return made;
        }
        catch
        {
            made.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    private async Task BuildAsync(IReadOnlyList<string> sources, string framework, CancellationToken stop)
    {
        string project = Path.Combine(_folder.Path, "Inferred.csproj");
        await System.IO.File.WriteAllTextAsync(project, $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>{framework}</TargetFramework>
                <LangVersion>latest</LangVersion>
                <EnableDefaultCompileItems>true</EnableDefaultCompileItems>
              </PropertyGroup>
            </Project>
            """, stop).ConfigureAwait(false);
        for (int i = 0; i < sources.Count; i++)
            await System.IO.File.WriteAllTextAsync(Path.Combine(_folder.Path, $"Classes{i}.cs"), sources[i], stop).ConfigureAwait(false);
        using Process build = Start(project);
        try
        {
            Task<string> output = build.StandardOutput.ReadToEndAsync(stop);
            await build.WaitForExitAsync(stop).ConfigureAwait(false);
            if (build.ExitCode != 0)
            {
                string reason = (await output.ConfigureAwait(false)).Split('\n').FirstOrDefault(static line => line.Contains("error", StringComparison.Ordinal)) ?? "no reason was printed";
                throw FathomException.NotPossible($"The classes of the sample do not compile here: {reason.Trim()}", "write the class yourself and pass it with --own-type");
            }
        }
        finally
        {
            if (!build.HasExited)
                build.Kill(entireProcessTree: true);
        }
    }

    private Process Start(string project)
    {
        ProcessStartInfo info = new("dotnet")
        {
            ArgumentList = { "build", project, "-c", "Release", "-o", Path.Combine(_folder.Path, "out"), "--nologo", "-v", "quiet", "-nodeReuse:false" },
            WorkingDirectory = _folder.Path,
            RedirectStandardOutput = true,
            // No compiler server of the user's is used or left behind.
            Environment = { ["UseSharedCompilation"] = "false", ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1", ["DOTNET_NOLOGO"] = "1" },
        };
        try
        {
            return Process.Start(info)!;
        }
        catch (System.ComponentModel.Win32Exception reason)
        {
            throw FathomException.NotPossible(
                $"Classes of a sample are compiled by the .NET SDK, and 'dotnet' cannot be started: {reason.Message}.",
                "install the .NET 10 SDK so that 'dotnet' is on the PATH");
        }
    }
}
