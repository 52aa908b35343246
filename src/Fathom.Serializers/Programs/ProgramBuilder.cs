using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model;

namespace Fathom.Serializers.Programs;

/// <summary>
/// Builds programs in one run of MSBuild. A program that does not restore or compile is not available and stops no other. What is built is kept below
/// <c>artifacts/serializers</c> of the checkout, and a program is built again only where its sources or what it loads changed.
/// </summary>
/// <param name="folder">The programs.</param>
/// <param name="output">Where they are built.</param>
/// <param name="time">Tells how old the last build is.</param>
public sealed class ProgramBuilder(ProgramFolder folder, string output, TimeProvider time)
{
    private const string Driver = """
        <Project>
          <Target Name="Restore">
            <MSBuild Projects="@(Program)" Targets="Restore" BuildInParallel="true" ContinueOnError="true" Properties="Configuration=Release;MSBuildRestoreSessionId=$([System.Guid]::NewGuid())" />
          </Target>
          <Target Name="Build">
            <MSBuild Projects="@(Program)" Targets="$(ProgramTargets)" BuildInParallel="true" ContinueOnError="true" Properties="Configuration=Release" />
          </Target>
        </Project>
        """;

    /// <summary>Where they are built.</summary>
    public string Place => output;

    /// <summary>The list of packages that the restore of a program left; it may not be there.</summary>
    public string RestoredPackages(BuiltProgram program) => Path.Combine(output, program.Target.Name, "obj", program.Project.Assembly, "project.assets.json");

    private static string Platform { get; } = $"linux-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";

    /// <summary>Builds those of some programs that are not built of the same sources already.</summary>
    /// <param name="projects">The programs that are needed.</param>
    /// <param name="target">What for.</param>
    /// <param name="building">Told how many are built, because that takes a while.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="FathomException">There is no .NET SDK, or the place cannot be written.</exception>
    public async Task<IReadOnlyList<BuiltProgram>> BuildAsync(IReadOnlyList<ProgramProject> projects, BuildTarget target, Action<int> building, CancellationToken stop)
    {
        string place = Path.Combine(output, target.Name);
        try
        {
            SourceFingerprint sources = new(folder);
            string[] fingerprints = [.. projects.Select(sources.Of)];
            // Nobody who needs nothing waits for the build of somebody else.
            BuiltProgram?[] known = Known(BuildRecord.Load(place));
            if (Array.TrueForAll(known, static one => one is not null))
                return known!;
            Directory.CreateDirectory(place);
            using FileStream one = await BuildLock.TakeAsync(place, stop).ConfigureAwait(false);
            BuildRecord record = BuildRecord.Load(place);
            known = Known(record);
            ProgramProject[] stale = [.. projects.Where((_, i) => known[i] is null)];
            if (stale.Length == 0)
                return known!;
            building(stale.Length);
            IReadOnlyList<BuiltProgram> built = await BuildAsync(stale, target, place, stop).ConfigureAwait(false);
            for (int i = 0, at = 0; i < projects.Count; i++)
            {
                if (known[i] is null)
                    record.Add(known[i] = built[at++], fingerprints[i], ProgramInputs.Read(place, projects[i]), time.GetUtcNow());
            }

            record.Save(place);
            return known!;

            BuiltProgram?[] Known(BuildRecord of) => [.. projects.Select((project, i) => of.Find(project, target, fingerprints[i], time.GetUtcNow()))];
        }
        catch (UnauthorizedAccessException reason)
        {
            throw FathomException.Target($"The programs of the serializers are built in '{output}', which cannot be written: {reason.Message}", "make the folder writable, or copy the checkout", reason);
        }
    }

    private async Task<IReadOnlyList<BuiltProgram>> BuildAsync(IReadOnlyList<ProgramProject> projects, BuildTarget target, string place, CancellationToken stop)
    {
        string driver = Path.Combine(place, "programs.proj");
        await WriteDriverAsync(driver, projects, stop).ConfigureAwait(false);
        string log = Path.Combine(place, "build.log");
        // Restoring is an evaluation of its own: what it brings is seen by the next one only.
        await RunAsync(driver, "Restore", target, place, $"{log}.restore", stop).ConfigureAwait(false);
        await RunAsync(driver, "Build", target, place, log, stop).ConfigureAwait(false);
        BuildErrors errors = new([.. await ErrorsAsync($"{log}.restore", stop).ConfigureAwait(false), .. await ErrorsAsync(log, stop).ConfigureAwait(false)], projects, driver);
        return [.. projects.Select(project => Find(project, target, place, errors))];
    }

    private static async Task WriteDriverAsync(string file, IReadOnlyList<ProgramProject> projects, CancellationToken stop)
    {
        StringBuilder items = new("  <ItemGroup>\n");
        foreach (ProgramProject project in projects)
            items.Append("    <Program Include=\"").Append(System.Security.SecurityElement.Escape(project.File)).Append("\" />\n");
        items.Append("  </ItemGroup>\n");
        string text = Driver.Replace("</Project>", $"{items}</Project>\n", StringComparison.Ordinal);
        string partial = $"{file}.partial";
        await File.WriteAllTextAsync(partial, text, stop).ConfigureAwait(false);
        File.Move(partial, file, overwrite: true);
    }

    private async Task RunAsync(string driver, string step, BuildTarget target, string place, string log, CancellationToken stop)
    {
        ProcessStartInfo info = new("dotnet")
        {
            ArgumentList =
            {
                "msbuild", driver, $"-t:{step}", "-m:2", "-nologo", "-v:quiet", "-nodeReuse:false", "-noConsoleLogger", $"-flp:LogFile={log};ErrorsOnly;Encoding=UTF-8",
                $"-p:FathomFramework={target.Framework}", $"-p:ArtifactsPath={place}", $"-p:ProgramTargets={(target.IsPublished ? "Publish" : "Build")}", "-p:UseSharedCompilation=false",
            },
            WorkingDirectory = folder.Path,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1", ["DOTNET_NOLOGO"] = "1" },
        };
        // The tool's own publish must not tell these programs what to be.
        if (target.IsPublished)
            info.ArgumentList.Add($"-p:FathomRuntimeIdentifier={Platform}");
        if (target.IsSelfContained)
            info.ArgumentList.Add("-p:FathomSelfContained=true");
        if (target.Mode == BuildMode.ReadyToRun)
            info.ArgumentList.Add("-p:FathomReadyToRun=true");
        if (target.Mode == BuildMode.NativeAot)
            info.ArgumentList.Add("-p:FathomNativeAot=true");
        using Process build = Start(info);
        try
        {
            Task<string> text = build.StandardOutput.ReadToEndAsync(stop), error = build.StandardError.ReadToEndAsync(stop);
            await build.WaitForExitAsync(stop).ConfigureAwait(false);
            await Task.WhenAll(text, error).ConfigureAwait(false);
        }
        finally
        {
            if (!build.HasExited)
                build.Kill(entireProcessTree: true);
        }
    }

    private static Process Start(ProcessStartInfo info)
    {
        try
        {
            return Process.Start(info)!;
        }
        catch (System.ComponentModel.Win32Exception reason)
        {
            throw FathomException.NotPossible($"The programs of the serializers are built by the .NET SDK, and 'dotnet' cannot be started: {reason.Message}.", "install the .NET 10 SDK so that 'dotnet' is on the PATH");
        }
    }

    private static async Task<string[]> ErrorsAsync(string log, CancellationToken stop) =>
        File.Exists(log) ? [.. (await File.ReadAllLinesAsync(log, stop).ConfigureAwait(false)).Where(static line => line.Contains("error", StringComparison.Ordinal))] : [];

    private static BuiltProgram Find(ProgramProject project, BuildTarget target, string place, BuildErrors errors)
    {
        if (errors.Of(project) is { } reason)
            return new BuiltProgram(project, target, null, reason);
        string kind = target.IsPublished ? "publish" : "bin";
        string folder = Path.Combine(place, kind, project.Assembly);
        string? executable = Directory.Exists(folder)
            ? Directory.EnumerateFiles(folder, OperatingSystem.IsWindows() ? $"{project.Assembly}.exe" : project.Assembly, SearchOption.AllDirectories).FirstOrDefault()
            : null;
        return executable is null
            ? new BuiltProgram(project, target, null, "it was not built, and the build does not say why")
            : new BuiltProgram(project, target, executable, "");
    }
}
