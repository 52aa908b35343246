using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Native;

/// <summary>A small program, published by NativeAOT once for all tests of a class. It keeps the rules of <see cref="SampleProcess"/>, and a second thread sleeps in a known place.</summary>
public sealed class PublishedAotProgram : IDisposable
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net9.0</TargetFramework>
            <PublishAot>true</PublishAot>
            <InvariantGlobalization>true</InvariantGlobalization>
          </PropertyGroup>
        </Project>
        """;

    private const string Source = """
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading;

        new Thread(Places.Outer) { IsBackground = true }.Start();
        Places.Reached.WaitOne();
        Console.Out.WriteLine("ready {}");
        while (Console.In.ReadLine() is { } line)
            Console.Out.WriteLine(line == "ping" ? "pong" : "unknown");

        static class Places
        {
            public static readonly ManualResetEvent Reached = new(false);

            // What follows the calls keeps them from being jumps.
            [MethodImpl(MethodImplOptions.NoInlining)]
            public static void Outer()
            {
                Inner();
                GC.KeepAlive(Reached);
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            private static void Inner()
            {
                Reached.Set();
                Thread.Sleep(Timeout.Infinite);
                GC.KeepAlive(Reached);
            }
        }
        """;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    private readonly TestFolder _folder = new();
    private readonly Lazy<string> _program;

    public PublishedAotProgram() => _program = new Lazy<string>(Publish);

    public void Dispose() => _folder.Dispose();

    /// <summary>How it is started. The test is skipped where it cannot be published on this machine.</summary>
    public ProcessStartInfo Start()
    {
        Needs.Compiler();
        Needs.NativeCompiler(_program.Value.Length > 0);
        return new ProcessStartInfo(_program.Value);
    }

    // Empty where no package source has the compiler.
    private string Publish()
    {
        string source = Directory.CreateDirectory(_folder.File("AotProgram")).FullName;
        File.WriteAllText(Path.Combine(source, "AotProgram.csproj"), Project);
        File.WriteAllText(Path.Combine(source, "Program.cs"), Source);

        // Nothing of the folders above is meant for it.
        foreach (string name in (string[])["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props"])
            File.WriteAllText(Path.Combine(source, name), "<Project />");
        if (Run(source, "restore", "-r", "linux-x64") is (not 0, var restored))
        {
            Assert.Contains("error NU1", restored, StringComparison.Ordinal);
            return "";
        }

        (int code, string text) = Run(source, "publish", "-c", "Release", "-r", "linux-x64", "-o", _folder.File("published"));
        Assert.True(code == 0, text);
        return _folder.File("published/AotProgram");
    }

    private static (int Code, string Text) Run(string folder, params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", [.. arguments, "-nologo", "-nodeReuse:false", "-p:UseSharedCompilation=false"])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), error = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(s_patience))
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"dotnet {arguments[0]} did not end in {s_patience.TotalMinutes} minutes.");
        }

        process.WaitForExit();
        return (process.ExitCode, output.Result + error.Result);
    }
}
