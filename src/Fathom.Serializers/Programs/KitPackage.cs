using System.Diagnostics;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Serializers.Programs;

/// <summary>
/// The package <c>Fathom.Serializers.Kit</c>, which adapters from outside refer to. It is made from the sources of the checkout, and its version says which: packages of a name
/// and version are taken to be the same by NuGet, and kept.
/// </summary>
/// <param name="folder">The programs.</param>
/// <param name="output">Where it is made.</param>
/// <param name="framework">The target framework.</param>
/// <param name="fingerprint">The hash of the sources.</param>
internal sealed class KitPackage(ProgramFolder folder, string output, string framework, string fingerprint)
{
    private const string Id = "Fathom.Serializers.Kit";

    /// <summary>The folder that it is in: a source of packages.</summary>
    public string Source { get; } = Path.Combine(output, "package");

    /// <summary>Its version.</summary>
    public string Version { get; } = $"0.1.0-{framework.Replace(".", "", StringComparison.Ordinal)}.h{fingerprint[..12]}";

    /// <summary>Makes it, unless it was made of the same sources. A package of others is taken away, so that "any version" is this one.</summary>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">It cannot be made (<see cref="ExitCode.NotPossible"/>).</exception>
    public async Task MakeAsync(CancellationToken stop)
    {
        string file = Path.Combine(Source, $"{Id}.{Version}.nupkg");
        OwnFile.MakeFolders(Source);
        using BuildLock one = await BuildLock.TakeAsync(output, stop).ConfigureAwait(false);
        if (File.Exists(file))
            return;
        foreach (string older in Directory.EnumerateFiles(Source, $"{Id}.*.nupkg"))
            File.Delete(older);
        ProcessStartInfo info = new("dotnet")
        {
            ArgumentList =
            {
                "msbuild", Path.Combine(folder.Path, "Kit", "Plain", "Fathom.Serializers.Plain.csproj"), "-restore", "-t:Pack", "-nologo", "-v:quiet", "-nodeReuse:false", "-p:Configuration=Release",
                $"-p:FathomFramework={framework}", $"-p:ArtifactsPath={output}", $"-p:FathomKitVersion={Version}", $"-p:PackageOutputPath={Source}", "-p:UseSharedCompilation=false",
            },
            WorkingDirectory = folder.Path,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1", ["DOTNET_NOLOGO"] = "1" },
        };
        (int code, string text) = await SdkProcess.RunAsync(info, stop).ConfigureAwait(false);
        if (code == 0 && File.Exists(file))
            return;
        string reason = text.Split('\n').FirstOrDefault(static line => line.Contains("error", StringComparison.Ordinal)) ?? "its build printed no reason";
        throw FathomException.NotPossible($"The package {Id}, which adapters from outside refer to, cannot be made: {reason.Trim()}", "repair the checkout, or measure without --adapters");
    }
}
