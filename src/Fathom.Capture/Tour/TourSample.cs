using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Fathom.Model;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Tour;

/// <summary>
/// The leaking and the slow program of <c>fathom tour</c>: built from embedded source in a private temporary folder, started, the first one driven over its
/// standard input, and removed again by <see cref="Dispose"/>, also when the tour is interrupted.
/// </summary>
public sealed class TourSample : IDisposable
{
    private const string Resources = "tour/";

    // One build makes both: the second project names the first one, and uses nothing of it.
    private const string ProjectFile = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <Nullable>enable</Nullable>
            <ImplicitUsings>enable</ImplicitUsings>
          </PropertyGroup>
          <ItemGroup>
            <ProjectReference Include="../Leak/Leak.csproj" ReferenceOutputAssembly="false" Condition="'$(MSBuildProjectName)' != 'Leak'" />
          </ItemGroup>
        </Project>
        """;

    private static readonly TimeSpan s_answerDeadline = TimeSpan.FromSeconds(30);

    private readonly PrivateFolder _folder;
    private Process? _process;
    private Process? _slow;

    private TourSample(PrivateFolder folder) => _folder = folder;

    /// <summary>The leaking program's process id.</summary>
    public int Pid { get; private set; }

    /// <summary>Where a recording of the tour can be.</summary>
    public string Recording => Path.Combine(_folder.Path, "slow.fathom");

    /// <summary>The file name of the leaking program's own module, as the heap tables show it.</summary>
    public static string Module => "Leak.dll";

    /// <summary>Builds the programs with the machine's .NET SDK and starts the leaking one. Takes some seconds.</summary>
    /// <exception cref="FathomException">The SDK is missing or the build failed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled; nothing is left behind.</exception>
    public static async Task<TourSample> StartAsync(CancellationToken stop)
    {
        TourSample sample = new(PrivateFolder.Create());
        try
        {
            await sample.BuildAsync(stop).ConfigureAwait(false);
            (sample._process, sample.Pid) = await sample.StartApartAsync("Leak", stop).ConfigureAwait(false);
            return sample;
        }
        catch
        {
            sample.Dispose();
            throw;
        }
    }

    /// <summary>Lets the program handle orders and waits until they are handled.</summary>
    /// <returns>The number of orders that the program says it holds now.</returns>
    public async Task<int> WorkAsync(int orders, CancellationToken stop)
    {
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        deadline.CancelAfter(s_answerDeadline);
        try
        {
            await _process!.StandardInput.WriteLineAsync($"work {orders}".AsMemory(), deadline.Token).ConfigureAwait(false);
            await _process.StandardInput.FlushAsync(deadline.Token).ConfigureAwait(false);
            string? answer = await _process.StandardOutput.ReadLineAsync(deadline.Token).ConfigureAwait(false);
            if (answer?.Split(' ') is ["done", var held] && int.TryParse(held, out int count))
                return count;
            throw FathomException.Target($"The tour's sample answered '{answer}' instead of 'done N'.", "run 'fathom tour' again");
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw FathomException.Target($"The tour's sample did not answer within {s_answerDeadline.TotalSeconds:0} s.", "run 'fathom tour' again on a less busy machine");
        }
    }

    /// <summary>Starts the slow program, whose workers are at work from then on.</summary>
    /// <returns>Its process id.</returns>
    public async Task<int> StartSlowAsync(CancellationToken stop)
    {
        (_slow, int pid) = await StartApartAsync("Slow", stop).ConfigureAwait(false);
        return pid;
    }

    /// <summary>Ends the programs and removes their folder.</summary>
    public void Dispose()
    {
        foreach (Process process in ((Process?[])[_process, _slow]).OfType<Process>())
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
            process.Dispose();
        }

        _folder.Dispose();
    }

    // A shell between this process and the program: when .NET sees its own child stopped by ptrace, it may take it for ended.
    private async Task<(Process Shell, int Pid)> StartApartAsync(string name, CancellationToken stop)
    {
        string program = Path.Combine(_folder.Path, "out", name);
        Process shell = Start(new ProcessStartInfo("sh") { ArgumentList = { "-c", "exec 3<&0; \"$0\" <&3 & echo $!; wait", program }, RedirectStandardInput = true });
        return (shell, int.Parse(await shell.StandardOutput.ReadLineAsync(stop).ConfigureAwait(false) ?? "", CultureInfo.InvariantCulture));
    }

    private async Task BuildAsync(CancellationToken stop)
    {
        string projectFile = await WriteSourcesAsync(stop).ConfigureAwait(false);
        ProcessStartInfo info = new("dotnet")
        {
            ArgumentList = { "build", projectFile, "-c", "Release", "-o", Path.Combine(_folder.Path, "out"), "--nologo", "-v", "quiet", "-nodeReuse:false" },
            WorkingDirectory = _folder.Path,
            // No compiler server of the user's is used or left behind.
            Environment = { ["UseSharedCompilation"] = "false", ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1", ["DOTNET_TieredPGO"] = "0" },
        };
        using Process build = Start(info);
        try
        {
            Task<string> output = build.StandardOutput.ReadToEndAsync(stop);
            await build.WaitForExitAsync(stop).ConfigureAwait(false);
            if (build.ExitCode != 0)
            {
                string reason = (await output.ConfigureAwait(false)).Split('\n').FirstOrDefault(line => line.Contains("error", StringComparison.Ordinal)) ?? "no reason was printed";
                throw FathomException.NotPossible($"The tour's sample does not build here: {reason.Trim()}", "check that 'dotnet --version' prints 10.0 or newer");
            }
        }
        finally
        {
            if (!build.HasExited)
                build.Kill(entireProcessTree: true);
        }
    }

    // Returns the project that builds all.
    private async Task<string> WriteSourcesAsync(CancellationToken stop)
    {
        Assembly assembly = Assembly.GetExecutingAssembly();
        foreach (string resource in assembly.GetManifestResourceNames().Where(static name => name.StartsWith(Resources, StringComparison.Ordinal)))
        {
            string file = Path.Combine(_folder.Path, resource[Resources.Length..]), folder = Path.GetDirectoryName(file)!;
            string project = Path.Combine(folder, Path.GetFileName(folder) + ".csproj");
            if (!File.Exists(project))
            {
                Directory.CreateDirectory(folder);
                await File.WriteAllTextAsync(project, ProjectFile, stop).ConfigureAwait(false);
            }

            using Stream source = assembly.GetManifestResourceStream(resource)!;
            using FileStream target = File.Create(file);
            await source.CopyToAsync(target, stop).ConfigureAwait(false);
        }

        return Path.Combine(_folder.Path, "Slow", "Slow.csproj");
    }

    private static Process Start(ProcessStartInfo info)
    {
        info.RedirectStandardOutput = true;
        try
        {
            return Process.Start(info)!;
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            throw FathomException.NotPossible($"'{info.FileName}' cannot be started: {e.Message}.", "install the .NET 10 SDK so that 'dotnet' is on the PATH");
        }
    }
}
