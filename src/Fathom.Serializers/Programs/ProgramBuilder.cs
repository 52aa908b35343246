using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Files;
using Fathom.Model;
using Fathom.Serializers.Facts;

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
    public string RestoredPackages(BuiltProgram program) => RestoredPackages(program.Project, Path.Combine(output, program.Target.Name));

    private static string RestoredPackages(ProgramProject project, string place) => Path.Combine(project.PlaceIn(place), "obj", project.Assembly, "project.assets.json");

    private static string Platform { get; } = $"linux-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";

    /// <summary>Builds those of some programs that are not built of the same sources already.</summary>
    /// <param name="projects">The programs that are needed.</param>
    /// <param name="target">What for.</param>
    /// <param name="building">Told how many are built, because that takes a while.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
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
            OwnFile.MakeFolders(place);
            using BuildLock one = await BuildLock.TakeAsync(place, stop).ConfigureAwait(false);
            BuildRecord record = BuildRecord.Load(place);
            known = Known(record);
            ProgramProject[] stale = [.. projects.Where((_, i) => known[i] is null)];
            if (stale.Length == 0)
                return known!;
            building(stale.Length);
            KitPackage kit = new(folder, Path.Combine(output, "kit", target.Framework), target.Framework, sources.Common);
            if (stale.Any(static one => one.IsOwn))
                await kit.MakeAsync(stop).ConfigureAwait(false);
            IReadOnlyList<BuiltProgram> built = await BuildAsync(stale, target, place, kit, stop).ConfigureAwait(false);
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
            throw FathomException.Target(
                $"The programs of the serializers are built in '{output}', which cannot be written: {reason.Message}",
                "make the folder writable, or copy the checkout",
                reason);
        }
    }

    private async Task<IReadOnlyList<BuiltProgram>> BuildAsync(IReadOnlyList<ProgramProject> projects, BuildTarget target, string place, KitPackage kit, CancellationToken stop)
    {
        string driver = Path.Combine(place, "programs.proj");
        await WriteDriverAsync(driver, projects, project => OwnProperties(project, target, place, kit), stop).ConfigureAwait(false);
        string log = Path.Combine(place, "build.log");
        // Restoring is an evaluation of its own: what it brings is seen by the next one only.
        await RunAsync(driver, "Restore", target, place, $"{log}.restore", stop).ConfigureAwait(false);
        await RunAsync(driver, "Build", target, place, log, stop).ConfigureAwait(false);
        BuildErrors errors = new([.. ErrorsOf($"{log}.restore"), .. ErrorsOf(log)], projects, driver);
        return [.. projects.Select(project => Find(project, target, place, errors))];
    }

    // What Directory.Build.props says to the programs of the checkout. A semicolon would part two properties.
    private string OwnProperties(ProgramProject project, BuildTarget target, string place, KitPackage kit)
    {
        List<(string Name, string Value)> all =
        [
            ("FathomIsProgram", "true"), ("TargetFramework", target.Framework), ("UseArtifactsOutput", "true"), ("ArtifactsPath", project.PlaceIn(place)),
            ("RestoreAdditionalProjectSources", $"{kit.Source};{Environment.GetEnvironmentVariable("RestoreAdditionalProjectSources")}".TrimEnd(';')),
            ("FathomKitVersion", kit.Version),
            ("CustomAfterMicrosoftCommonTargets", Path.Combine(folder.Path, "Programs.targets")),
            ("ServerGarbageCollector", "false"), ("ConcurrentGarbageCollection", "false"), ("InvariantGlobalization", "true"),
        ];
        if (target.IsPublished)
            all.AddRange([("RuntimeIdentifier", Platform), ("SelfContained", target.IsSelfContained || target.Mode == BuildMode.NativeAot ? "true" : "false")]);
        if (target.Mode == BuildMode.ReadyToRun)
            all.Add(("PublishReadyToRun", "true"));
        if (target.Mode == BuildMode.NativeAot)
            all.Add(("PublishAot", "true"));
        return string.Join(';', all.Select(static one => $"{one.Name}={one.Value.Replace("%", "%25", StringComparison.Ordinal).Replace(";", "%3B", StringComparison.Ordinal)}"));
    }

    private static async Task WriteDriverAsync(string file, IReadOnlyList<ProgramProject> projects, Func<ProgramProject, string> ownProperties, CancellationToken stop)
    {
        StringBuilder items = new("  <ItemGroup>\n");
        foreach (ProgramProject project in projects)
        {
            items.Append("    <Program Include=\"").Append(System.Security.SecurityElement.Escape(project.File)).Append('"');
            if (project.IsOwn)
                items.Append(" AdditionalProperties=\"").Append(System.Security.SecurityElement.Escape(ownProperties(project))).Append('"');
            items.Append(" />\n");
        }

        items.Append("  </ItemGroup>\n");
        string text = Driver.Replace("</Project>", $"{items}</Project>\n", StringComparison.Ordinal);
        string partial = $"{file}.partial";
        using (FileStream stream = OwnFile.Remake(partial))
            await stream.WriteAsync(Encoding.UTF8.GetBytes(text), stop).ConfigureAwait(false);
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
            // What it says is read.
            Environment = { ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1", ["DOTNET_NOLOGO"] = "1", ["DOTNET_CLI_UI_LANGUAGE"] = "en" },
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
        if (target.Package is { } package)
        {
            info.ArgumentList.Add($"-p:FathomPackage={package.Id}");
            info.ArgumentList.Add($"-p:FathomPackageVersion={package.Version}");
        }

        await SdkProcess.RunAsync(info, stop).ConfigureAwait(false);
    }

    private static string[] ErrorsOf(string log) =>
        File.Exists(log) ? [.. RegularFile.ReadLines(log).Where(static line => line.Contains("error", StringComparison.Ordinal))] : [];

    // A program that does not compile with what is served in place of the wanted version is no fault of its own.
    private static string Explained(string reason, string assets) =>
        reason.StartsWith("CS", StringComparison.Ordinal) && PackageSubstitutes.Read(assets) is { Count: > 0 } substitutes ? $"NU1603: {string.Join("; ", substitutes)}: {reason}" : reason;

    private static BuiltProgram Find(ProgramProject project, BuildTarget target, string place, BuildErrors errors)
    {
        if (errors.Of(project) is { } reason)
            return new BuiltProgram(project, target, null, Explained(reason, RestoredPackages(project, place)));
        string kind = target.IsPublished ? "publish" : "bin";
        string folder = Path.Combine(project.PlaceIn(place), kind, project.Assembly);
        string? executable = Directory.Exists(folder)
            ? Directory.EnumerateFiles(folder, OperatingSystem.IsWindows() ? $"{project.Assembly}.exe" : project.Assembly, SearchOption.AllDirectories).FirstOrDefault()
            : null;
        return executable is null
            ? new BuiltProgram(project, target, null, "it was not built, and the build printed no reason")
            : new BuiltProgram(project, target, executable, "");
    }
}
