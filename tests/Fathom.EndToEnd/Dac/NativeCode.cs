using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dac;

/// <summary>Small libraries of C that do something when they are loaded.</summary>
internal static class NativeCode
{
    /// <summary>Makes a folder with a data access library that only does that. The libcoreclr.so beside it says that it is the right one.</summary>
    public static string DacThat(string statements, string folder, string functions = "")
    {
        Directory.CreateDirectory(folder);
        Compile(Path.Combine(folder, "libmscordaccore.so"), statements, functions);
        File.CreateSymbolicLink(Path.Combine(folder, "libcoreclr.so"), Path.Combine(System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory(), "libcoreclr.so"));
        return folder;
    }

    /// <summary>Compiles statements that run when the library is loaded.</summary>
    /// <param name="library">The file to make.</param>
    /// <param name="statements">The statements.</param>
    /// <param name="functions">What the library holds besides.</param>
    public static void Compile(string library, string statements, string functions = "")
    {
        string source = library + ".c";
        File.WriteAllText(source, $$"""
            #include <stdio.h>
            #include <string.h>
            #include <unistd.h>
            {{functions}}
            __attribute__((constructor)) static void run(void) { {{statements}} }
            """);
        using Process compiler = Process.Start(new ProcessStartInfo(Needs.Compiler(), ["-shared", "-fPIC", "-O0", "-w", "-o", library, source]) { RedirectStandardError = true })!;
        string errors = compiler.StandardError.ReadToEnd();
        compiler.WaitForExit();
        Assert.True(compiler.ExitCode == 0, errors);
    }
}
