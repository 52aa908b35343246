using System.Diagnostics;

namespace Fathom.Serializers.Programs;

/// <summary>A program in C that ends at once: what the kernel alone needs for a process.</summary>
internal static class NativeEmptyProgram
{
    /// <summary>Its name in tables.</summary>
    public const string Name = "(empty native process)";

    private const string Source = "int main(void) { return 0; }\n";

    /// <summary>Compiles it, once.</summary>
    /// <param name="folder">Where it is kept.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>The program; without an executable and with the reason where there is no C compiler.</returns>
    public static async Task<BuiltProgram> BuildAsync(string folder, CancellationToken stop)
    {
        ProgramProject project = new(Name, Path.Combine(folder, "empty.c"));
        string executable = Path.Combine(folder, "empty");
        BuiltProgram built = new(project, BuildTarget.Default, executable, "");
        if (File.Exists(executable))
            return built;
        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(project.File, Source, stop).ConfigureAwait(false);
        try
        {
            string partial = $"{executable}.partial";
            using Process compiler = Process.Start(new ProcessStartInfo("cc", ["-O2", "-o", partial, project.File]) { RedirectStandardError = true })!;
            string error = await compiler.StandardError.ReadToEndAsync(stop).ConfigureAwait(false);
            await compiler.WaitForExitAsync(stop).ConfigureAwait(false);
            if (compiler.ExitCode != 0)
                return built with { Executable = null, Reason = $"cc failed: {error.Split('\n')[0]}" };
            File.Move(partial, executable, overwrite: true);
            return built;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return built with { Executable = null, Reason = "there is no C compiler 'cc'" };
        }
    }
}
