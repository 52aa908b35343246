using System.Diagnostics;
using Xunit;

namespace Fathom.TestSupport.RealPrograms;

/// <summary>Roslyn's compiler server, which has compiled a project of this repository.</summary>
internal static class CompilerServer
{
    private const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private static string Compilers => Path.Combine(DotnetSdk.Folder, "Roslyn", "bincore");

    // Built with the tests, in the folder of the same configuration.
    private static string Generators =>
        Path.Combine(Repository.Root, "artifacts", "bin", "Fathom.Model.Generators", new DirectoryInfo(AppContext.BaseDirectory).Name, "Fathom.Model.Generators.dll");

    public static RealProgram Start()
    {
        // A pipe's name is a file's name in a folder of 108 characters at most.
        string pipe = $"fathom-{Environment.ProcessId}-{Path.GetRandomFileName()}";
        RealProgram server = RealProgram.Start("compiler server", DotnetSdk.Host, Path.Combine(Compilers, "VBCSCompiler.dll"), $"-pipename:{pipe}");
        try
        {
            // The server makes the pipe when it is ready for its first client.
            server.WaitFor(() => File.Exists(Path.Combine(Path.GetTempPath(), "CoreFxPipe_" + pipe)) || File.Exists(Path.Combine(Path.GetTempPath(), pipe)), "listen");
            Compile(server, pipe);
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    private static void Compile(RealProgram server, string pipe)
    {
        TestFolder folder = new();
        server.Owns(folder);
        File.WriteAllText(folder.File("usings.cs"), Usings);
        string sources = Path.Combine(Repository.Root, "src", "Fathom.Model");
        string[] lines =
        [
            "/nologo", "/noconfig", "/nostdlib+", "/target:library", "/nullable+", "/unsafe+", "/langversion:latest", $"/out:\"{folder.File("compiled.dll")}\"",
            .. CompiledProgram.References,
            $"/analyzer:\"{Generators}\"", $"/doc:\"{folder.File("compiled.xml")}\"",
            $"\"{folder.File("usings.cs")}\"",
            .. Directory.EnumerateFiles(sources, "*.cs", SearchOption.AllDirectories).Select(static file => $"\"{file}\""),
        ];
        File.WriteAllLines(folder.File("compile.rsp"), lines);
        long before = CpuTicks(server.Pid);
        ProcessStartInfo start = new(DotnetSdk.Host, [Path.Combine(Compilers, "csc.dll"), $"/shared:{pipe}", $"@{folder.File("compile.rsp")}"]) { RedirectStandardOutput = true };
        using Process client = Process.Start(start)!;
        Task<string> output = client.StandardOutput.ReadToEndAsync();
        if (!client.WaitForExit(s_patience))
        {
            client.Kill();
            Assert.Fail($"The compiler took more than {s_patience.TotalMinutes} minutes.");
        }

        Assert.True(client.ExitCode == 0, $"The compiler ended with {client.ExitCode}:\n{output.Result}");

        // A client that finds no server compiles by itself.
        Assert.True(CpuTicks(server.Pid) - before > 50, "The compiler server has not compiled.");
    }

    // Time in user mode, in hundredths of a second: the 14th field, counted behind the name, which may hold anything.
    private static long CpuTicks(int pid)
    {
        string stat = File.ReadAllText($"/proc/{pid}/stat");
        return long.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[11]);
    }
}
