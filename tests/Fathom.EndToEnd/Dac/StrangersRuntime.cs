using System.Diagnostics;
using System.Globalization;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dac;

/// <summary>
/// A .NET of another user, in a folder of that user, of a build that is nowhere else on the machine; and a program that runs on it. Where the data access
/// library and the dump writer should be, code is planted that writes down with what rights it runs.
/// </summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
internal sealed class StrangersRuntime : IDisposable
{
    public const int Stranger = 12345;

    private const UnixFileMode All = (UnixFileMode)0x1FF;
    private static readonly string s_framework = Path.TrimEndingDirectorySeparator(System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory());

    private readonly TestFolder _folder = new();

    /// <param name="user">Whose it is; null for ourselves.</param>
    public StrangersRuntime(int? user)
    {
        File.SetUnixFileMode(_folder.Path, (UnixFileMode)0x1ED);
        Directory.CreateDirectory(Path.GetDirectoryName(Proof)!);
        File.SetUnixFileMode(Path.GetDirectoryName(Proof)!, All);
        string installed = Path.GetFullPath(Path.Combine(s_framework, "..", "..", ".."));
        Framework = Path.Combine(Root, "shared", "Microsoft.NETCore.App", Path.GetFileName(s_framework));
        Copy(s_framework, Framework);
        Copy(Path.Combine(installed, "host"), Path.Combine(Root, "host"));
        Copy(Repository.SampleFolder("HeapMix"), Path.Combine(Root, "app"));
        MakeAnotherBuild(Path.Combine(Framework, "libcoreclr.so"));
        GenuineLibrary = _folder.File("genuine.so");
        File.Move(Library, GenuineLibrary);
        NativeCode.Compile(Library, $$"""
            FILE *proof = fopen("{{Proof}}", "a"), *status = fopen("/proc/self/status", "r");
            char line[512];
            fprintf(proof, "library %d\n", geteuid());
            while (fgets(line, sizeof line, status)) if (!strncmp(line, "Uid", 3) || !strncmp(line, "Cap", 3) || !strncmp(line, "NoNewPrivs", 10)) fputs(line, proof);
            fclose(proof);
            printf("\033]0;planted\007\n"); fflush(stdout);
            """);
        string writer = Path.Combine(Framework, "createdump");
        File.WriteAllText(writer, $"#!/bin/sh\necho writer $(id -u) >> {Proof}\nexit 1\n");
        File.SetUnixFileMode(writer, (UnixFileMode)0x1ED);
        if (user is int id)
            Run("chown", "-R", $"{id}:{id}", Root);
    }

    /// <summary>The shared framework.</summary>
    public string Framework { get; }

    /// <summary>The planted library.</summary>
    public string Library => Path.Combine(Framework, "libmscordaccore.so");

    /// <summary>What belongs in its place.</summary>
    public string GenuineLibrary { get; }

    /// <summary>What the planted code wrote down; empty where it never ran.</summary>
    public string ProofText => File.Exists(Proof) ? File.ReadAllText(Proof) : "";

    /// <summary>A file next to all of it, in a folder of ours.</summary>
    public string Beside(string name) => _folder.File(name);

    private string Root => _folder.File("dotnet");

    private string Proof => _folder.File("proof/proof");

    /// <summary>Starts the program, by way of a wrapper such as <c>setpriv …</c>.</summary>
    public SampleProcess Start(params string[] wrapper)
    {
        string[] command = [.. wrapper, Path.Combine(Root, "app", "HeapMix"), "1200"];
        ProcessStartInfo start = new(command[0], command.Skip(1));
        start.Environment["DOTNET_ROOT"] = Root;
        start.Environment["DOTNET_ROOT_X64"] = Root;
        return SampleProcess.Start(start);
    }

    /// <summary>Starts the program as the stranger.</summary>
    public SampleProcess StartAsStranger() => Start("setpriv", $"--reuid={Stranger}", $"--regid={Stranger}", "--clear-groups", "--bounding-set=-all");

    public void Dispose() => _folder.Dispose();

    // Another version and another build id, so that no .NET of this machine has the library for it; nothing else of the runtime reads either.
    private static void MakeAnotherBuild(string runtime)
    {
        byte[] image = File.ReadAllBytes(runtime);
        int version = image.AsSpan().IndexOf("@(#)Version "u8) + "@(#)Version ".Length;
        int digit = version + image.AsSpan(version).IndexOf((byte)' ') - 1;
        image[digit] = image[digit] == (byte)'9' ? (byte)'8' : (byte)(image[digit] + 1);
        int note = image.AsSpan().IndexOf("\u0004\0\0\0\u0014\0\0\0\u0003\0\0\0GNU\0"u8);
        Assert.True(note > 0 && version > 100, "libcoreclr.so has no build id or no version");
        image[note + 16] ^= 0xFF;
        File.WriteAllBytes(runtime, image);
    }

    private static void Copy(string from, string to)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        Run("cp", "-rL", from, to);
    }

    private static void Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(program, arguments);
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, string.Create(CultureInfo.InvariantCulture, $"{program} ended with {process.ExitCode}"));
    }
}
