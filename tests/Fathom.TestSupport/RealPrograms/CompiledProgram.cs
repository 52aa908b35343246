using System.Diagnostics;
using Xunit;

namespace Fathom.TestSupport.RealPrograms;

/// <summary>A program of one source file, compiled by the SDK's compiler into a folder of its own. Disposing deletes it.</summary>
public sealed class CompiledProgram : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private readonly TestFolder _folder = new();

    /// <summary>Compiles it.</summary>
    /// <param name="source">C#.</param>
    public CompiledProgram(string source)
    {
        try
        {
            Compile(source);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>How it is started, on the runtime that runs the tests.</summary>
    public ProcessStartInfo Start => new(DotnetSdk.Host, ["exec", _folder.File("program.dll")]);

    /// <summary>The references of any program, as options of the compiler.</summary>
    internal static IEnumerable<string> References => Directory.EnumerateFiles(DotnetSdk.Framework, "*.dll").Select(static file => $"/reference:\"{file}\"");

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    private void Compile(string source)
    {
        File.WriteAllText(_folder.File("program.cs"), source);
        File.WriteAllText(_folder.File("program.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{Path.GetFileName(DotnetSdk.Framework)}}" } } }
            """);
        File.WriteAllLines(_folder.File("compile.rsp"),
        [
            "/nologo", "/noconfig", "/nostdlib+", "/target:exe", "/optimize+", "/unsafe+", "/langversion:latest", "/warn:0", $"/out:\"{_folder.File("program.dll")}\"",
            .. References,
            $"\"{_folder.File("program.cs")}\"",
        ]);
        ProcessStartInfo start = new(DotnetSdk.Host, [Path.Combine(DotnetSdk.Folder, "Roslyn", "bincore", "csc.dll"), $"@{_folder.File("compile.rsp")}"]) { RedirectStandardOutput = true };
        using Process compiler = Process.Start(start)!;
        Task<string> output = compiler.StandardOutput.ReadToEndAsync();
        if (!compiler.WaitForExit(s_patience))
        {
            compiler.Kill();
            Assert.Fail($"The compiler took more than {s_patience.TotalMinutes} minutes.");
        }

        Assert.True(compiler.ExitCode == 0, $"The compiler ended with {compiler.ExitCode}:\n{output.Result}");
    }
}
